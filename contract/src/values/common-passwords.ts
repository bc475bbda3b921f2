// Common password words: from the usual lists of leaked passwords, and Senegalese ones. Lower-case letters only; digits and special
// characters around a word are ignored.
export const commonPasswords: ReadonlySet<string> = new Set(
  (
    'password passwort passe motdepasse mdp pass passw passwd admin administrator administrateur root user utilisateur guest test testing demo ' +
    'login connexion welcome bienvenue hello bonjour bonsoir salut coucou merci letmein changeme change changezmoi secret secure security ' +
    'securite default temp temporaire temporary provisoire azerty azertyuiop qwerty qwertyuiop qwertz asdf asdfgh asdfghjkl zxcvbn zxcvbnm ' +
    'wxcvbn qsdfgh qsdfghjklm qaz qazwsx qazaswsx qawsed azer aze qwe qwer abc abcd abcde abcdef abcdefg abcdefgh abcabc xyz iloveyou ' +
    'jetaime jtm mamour amour love lovely princess princesse prince sunshine soleil monkey dragon master shadow superman batman football ' +
    'soccer basket baseball liverpool arsenal chelsea barcelona realmadrid paris psg marseille france afrique africa senegal senegalais ' +
    'galsen sunugal dakar dakarois teranga lions lionsteranga lion gorgui thies kaolack ziguinchor casamance touba saintlouis louga rufisque ' +
    'mbour diourbel tambacounda fatick joal goree pikine guediawaye mamadou moustapha fatou awa aminata mame modou ibrahima ousmane cheikh ' +
    'khady ndeye aissatou mariama abdou abdoulaye alioune diallo ndiaye diop fall sow sarr gueye mbaye faye sane wade sall sonko allah ' +
    'alhamdoulillah bismillah inchallah mouhamed mohamed muhammad serigne bamba khadim mouride jesus jesuschrist christ dieu god maman papa ' +
    'maman family famille bebe baby cherie cheri mon coeur doudou loulou chouchou azalee chocolat vanille banque bank banking bankk ' +
    'compte account argent money cash franc cfa orange orangemoney wave wizall free expresso sonatel ecobank sgbs cbao bicis boa uba ' +
    'connect internet computer ordinateur google facebook whatsapp samsung iphone android nokia huawei microsoft windows office apple ' +
    'january february march april may june july august september october november december janvier fevrier mars avril mai juin juillet ' +
    'aout septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche monday tuesday wednesday thursday ' +
    'friday saturday sunday summer winter spring autumn ete hiver printemps automne trustno whatever freedom liberte pokemon naruto ' +
    'starwars matrix ninja killer hunter ranger jordan michael jennifer jessica ashley daniel thomas charlie andrew joshua matthew ' +
    'michelle nicole robert david loveyou blink flower fleur rose bonheur espoir chance succes success victory victoire'
  ).split(' '),
)
