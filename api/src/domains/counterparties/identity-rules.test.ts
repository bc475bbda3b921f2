import { operationTypeLabels } from 'contract/accounts/operation-labels.ts'
import { folded } from 'contract/values/folded.ts'
import { textIn } from 'contract/values/identity.ts'
import { describe, expect, test } from 'vitest'
import { identityOf } from './identity-rules.ts'
import { wordingPatterns } from './search-rules.ts'
import type { Movement } from './wording-rules.ts'

// Type, wording and counterparty; then name and second line in French, in English where it differs, and the picture.
const cases = `
card | PAIEMENT CB SUPERMARCHE KER GI | 
  Supermarché Kër Gi | Par carte
  Supermarché Kër Gi | By card
  shop food

card | PAIEMENT CB SUPERMARCHE MERMOZ | Supermarché Kër Gi
  Supermarché Kër Gi | Par carte · Mermoz
  Supermarché Kër Gi | By card · Mermoz
  shop food

card | PAIEMENT CB SUPERMARCHE SACRE-COEUR | Supermarché Kër Gi
  Supermarché Kër Gi | Par carte · Sacré-Cœur
  Supermarché Kër Gi | By card · Sacré-Cœur
  shop food

card | PAIEMENT CB SUPERMARCHE LIBERTE 6 | Supermarché Kër Gi
  Supermarché Kër Gi | Par carte · Liberté 6
  Supermarché Kër Gi | By card · Liberté 6
  shop food

card | PAIEMENT CB SUPERMARCHE POINT E | Supermarché Kër Gi
  Supermarché Kër Gi | Par carte · Point E
  Supermarché Kër Gi | By card · Point E
  shop food

card | PAIEMENT CB SUPERMARCHE HLM | Supermarché Kër Gi
  Supermarché Kër Gi | Par carte · HLM
  Supermarché Kër Gi | By card · HLM
  shop food

card | PAIEMENT CB SUPERMARCHE DAKAR | 
  Supermarché, Dakar | Par carte
  Supermarché, Dakar | By card
  shop food

card | PAIEMENT CB EPICERIE JAMBAAR | Épicerie Jambaar
  Épicerie Jambaar | Par carte
  Épicerie Jambaar | By card
  shop food

card | PAIEMENT CB EPICERIE JAMBAAR | 
  Épicerie Jambaar | Par carte
  Épicerie Jambaar | By card
  shop food

card | PAIEMENT CB BOULANGERIE LA GOULOISE | Boulangerie La Gouloise
  Boulangerie La Gouloise | Par carte
  Boulangerie La Gouloise | By card
  shop food

card | PAIEMENT CB BOULANGERIE LA GOULOISE | 
  Boulangerie La Gouloise | Par carte
  Boulangerie La Gouloise | By card
  shop food

card | PAIEMENT CB RESTAURANT THIEBOU PENDA | Restaurant Thiébou Penda
  Restaurant Thiébou Penda | Par carte
  Restaurant Thiébou Penda | By card
  shop out

card | PAIEMENT CB RESTAURANT THIEBOU PENDA | 
  Restaurant Thiébou Penda | Par carte
  Restaurant Thiébou Penda | By card
  shop out

card | PAIEMENT CB STATION-SERVICE DAKAR | Station Xelcom
  Station Xelcom | Par carte
  Station Xelcom | By card
  shop move

card | PAIEMENT CB STATION-SERVICE DAKAR | Station Xelcom Sacré-Cœur
  Station Xelcom Sacré-Cœur | Par carte
  Station Xelcom Sacré-Cœur | By card
  shop move

card | PAIEMENT CB STATION-SERVICE DAKAR | 
  Station-service, Dakar | Par carte
  Station-service, Dakar | By card
  shop move

card | PAIEMENT CB STATION-SERVICE KAOLACK | Station Xelcom Kaolack
  Station Xelcom Kaolack | Par carte
  Station Xelcom Kaolack | By card
  shop move

card | PAIEMENT CB HOTEL NDAR RIVE | Hôtel Ndar Rive
  Hôtel Ndar Rive | Par carte
  Hôtel Ndar Rive | By card
  shop out

card | PAIEMENT CB HOTEL NDAR RIVE | 
  Hôtel Ndar Rive | Par carte
  Hôtel Ndar Rive | By card
  shop out

card | PAIEMENT CB LIBRAIRIE QUATRE VENTS | Librairie Quatre Vents du Saloum
  Librairie Quatre Vents du Saloum | Par carte
  Librairie Quatre Vents du Saloum | By card
  shop school

card | PAIEMENT CB BOUTIQUE WAX & BAZIN | Boutique Wax & Bazin
  Boutique Wax & Bazin | Par carte
  Boutique Wax & Bazin | By card
  shop neutral store

card | PAIEMENT CB BOUTIQUE WAX & BAZIN | 
  Boutique Wax & Bazin | Par carte
  Boutique Wax & Bazin | By card
  shop neutral store

card | PAIEMENT CB GARAGE YOFF AUTO | Garage Yoff Auto
  Garage Yoff Auto | Par carte
  Garage Yoff Auto | By card
  shop move wrench

card | PAIEMENT CARTE SUPERMARCHE MERMOZ | 
  Supermarché, Mermoz | Par carte
  Supermarché, Mermoz | By card
  shop food

card | PAIEMENT CARTE LIBRAIRIE QUATRE VENTS | 
  Librairie Quatre Vents | Par carte
  Librairie Quatre Vents | By card
  shop school

card | PAIEMENT CARTE BOUTIQUE WAX ET BAZIN | 
  Boutique Wax et Bazin | Par carte
  Boutique Wax et Bazin | By card
  shop neutral store

card | PAIEMENT CARTE RESTAURANT THIEBOU PENDA | 
  Restaurant Thiébou Penda | Par carte
  Restaurant Thiébou Penda | By card
  shop out

card | PAIEMENT CARTE STATION XELCOM | 
  Station Xelcom | Par carte
  Station Xelcom | By card
  shop move

card | PAIEMENT CARTE QUINCAILLERIE DU BAOL | 
  Quincaillerie du Baol | Par carte
  Quincaillerie du Baol | By card
  shop neutral store

card | PHARMACIE MERMOZ | 
  Pharmacie, Mermoz | Par carte
  Pharmacie, Mermoz | By card
  shop health

card | PHARMACIE MERMOZ | Pharmacie Baobab Mermoz
  Pharmacie Baobab Mermoz | Par carte
  Pharmacie Baobab Mermoz | By card
  shop health

card | PHARMACIE BAOBAB | Pharmacie Baobab
  Pharmacie Baobab | Par carte
  Pharmacie Baobab | By card
  shop health

card | CLINIQUE DAKAR | Clinique Teranga Médina
  Clinique Teranga Médina | Par carte
  Clinique Teranga Médina | By card
  shop health

card | PEAGE AUTOROUTE ABONNEMENT | 
  Péage de l’autoroute | Abonnement
  Motorway toll | Subscription
  shop move car

card | PEAGE AUTOROUTE | 
  Péage de l’autoroute | Par carte
  Motorway toll | By card
  shop move car

card | YANGO TAXI DAKAR | 
  Yango taxi Dakar | Par carte
  Yango taxi Dakar | By card
  shop move car

withdrawal | RETRAIT GAB DAKAR SACRE-COEUR | 
  Retrait au distributeur, Sacré-Cœur | Par carte
  Cash machine, Sacré-Cœur | By card
  cash cash

withdrawal | RETRAIT GAB CONFRERE GIM | 
  Retrait au distributeur, autre banque | Réseau régional
  Cash machine, other bank | Regional network
  cash cash

withdrawal | RETRAIT GAB | 
  Retrait au distributeur | Par carte
  Cash machine | By card
  cash cash

withdrawal | RETRAIT GAB MBOUR - SALY | 
  Retrait au distributeur, Mbour - Saly | Par carte
  Cash machine, Mbour - Saly | By card
  cash cash

withdrawal | RETRAIT GAB DAKAR ALMADIES | 
  Retrait au distributeur, Almadies | Par carte
  Cash machine, Almadies | By card
  cash cash

withdrawal | RETRAIT GAB DAKAR | 
  Retrait au distributeur, Dakar | Par carte
  Cash machine, Dakar | By card
  cash cash

withdrawal | RETRAIT GAB SAINT-LOUIS | 
  Retrait au distributeur, Saint-Louis | Par carte
  Cash machine, Saint-Louis | By card
  cash cash

withdrawal | RETRAIT ESPECES MBOUR - SALY | 
  Retrait d’espèces, Mbour - Saly | Au guichet
  Cash withdrawal, Mbour - Saly | At the counter
  cash cash

withdrawal | RETRAIT DEVISES DAKAR ALMADIES | 
  Retrait de devises, Almadies | Au guichet
  Foreign currency withdrawal, Almadies | At the counter
  cash cash

withdrawal | ACHAT MOUTON TABASKI | 
  Achat mouton Tabaski | Retrait d’espèces
  Achat mouton Tabaski | Cash withdrawal
  cash cash

cash_deposit | VERSEMENT ESPECES PLATEAU | 
  Versement d’espèces, Plateau | Au guichet
  Cash deposit, Plateau | At the counter
  cash cash cash_in

cash_deposit | VERSEMENT ESPECES ZIGUINCHOR | 
  Versement d’espèces, Ziguinchor | Au guichet
  Cash deposit, Ziguinchor | At the counter
  cash cash cash_in

cash_deposit | VERSEMENT ESPECES LOUGA | 
  Versement d’espèces, Louga | Au guichet
  Cash deposit, Louga | At the counter
  cash cash cash_in

cash_deposit | VERSEMENT ESPECES PIKINE | Alioune Sow
  Alioune Sow | Versement d’espèces, Pikine
  Alioune Sow | Cash deposit, Pikine
  person p7

cash_deposit | VERSEMENT | 
  Versement d’espèces | Au guichet
  Cash deposit | At the counter
  cash cash cash_in

card_topup | RECHARGE CARTE PREPAYEE 7042 | 
  Carte prépayée •• 7042 | Recharge
  Prepaid card •• 7042 | Top-up
  card card

other | TRANSFERT VERS PORTEFEUILLE MOBILE 780000084 | 
  Portefeuille mobile, 78 000 00 84 | Envoi d’argent
  Mobile wallet, 78 000 00 84 | Money sent
  mobile mobile

tax | TAXE TRANSFERT VERS PORTEFEUILLE MOBILE 780000084 | 
  Taxe sur transfert d’argent | Portefeuille mobile, 78 000 00 84
  Money transfer tax | Mobile wallet, 78 000 00 84
  biller tax

other | RETOUR DE PORTEFEUILLE MOBILE 780000084 | 
  Portefeuille mobile, 78 000 00 84 | Argent reçu
  Mobile wallet, 78 000 00 84 | Money received
  mobile mobile

other | RECHARGE MOBILE 770000037 | 
  Recharge mobile, 77 000 00 37 | Crédit de communication
  Airtime, 77 000 00 37 | Phone credit
  biller telecom

other | RECHARGE MOBILE 760000012 | 
  Recharge mobile, 76 000 00 12 | Crédit de communication
  Airtime, 76 000 00 12 | Phone credit
  biller telecom

other | ACHAT WOYOFAL COMPTEUR 01427738 | Senelec
  Woyofal | Compteur 0142 7738
  Woyofal | Meter 0142 7738
  biller power

other | ACHAT WOYOFAL COMPTEUR 01427738123 | 
  Woyofal | Compteur 0142 7738 123
  Woyofal | Meter 0142 7738 123
  biller power

direct_debit | PRLV SONATEL FIBRE 338000042 | Sonatel
  Sonatel, fibre | Prélèvement · 33 800 00 42
  Sonatel, fibre | Direct debit · 33 800 00 42
  biller telecom wifi

direct_debit | PRLV SONATEL FIBRE 3380004 | 
  Sonatel, fibre | Prélèvement · 3380004
  Sonatel, fibre | Direct debit · 3380004
  biller telecom wifi

direct_debit | PRLV SENELEC FACT 20931177 | Senelec
  Senelec | Facture 20931177
  Senelec | Invoice 20931177
  biller power

direct_debit | PRLV SENELEC FACT 20931177 | 
  Senelec | Facture 20931177
  Senelec | Invoice 20931177
  biller power

direct_debit | PRLV SEN'EAU FACT 5541 | Sen'Eau
  Sen’Eau | Facture 5541
  Sen’Eau | Invoice 5541
  biller water

direct_debit | PRLV SEN'EAU FACT 5541 | 
  Sen’Eau | Facture 5541
  Sen’Eau | Invoice 5541
  biller water

direct_debit | PRLV LIBRAIRIE ABONNEMENT | Librairie Quatre Vents du Saloum
  Librairie Quatre Vents du Saloum | Prélèvement
  Librairie Quatre Vents du Saloum | Direct debit
  shop school

direct_debit | PRLV CLINIQUE TERANGA | Clinique Teranga Médina
  Clinique Teranga Médina | Prélèvement
  Clinique Teranga Médina | Direct debit
  shop health

direct_debit | PRLV TRANSPORTS CASAMANCE | Transports Casamance Express
  Transports Casamance Express | Prélèvement
  Transports Casamance Express | Direct debit
  company p7

direct_debit | PRLV IMPRIMERIE SANDAGA | Imprimerie Sandaga
  Imprimerie Sandaga | Prélèvement
  Imprimerie Sandaga | Direct debit
  company p3

direct_debit | PRLV Imprimerie Sandaga | Imprimerie Sandaga
  Imprimerie Sandaga | Prélèvement
  Imprimerie Sandaga | Direct debit
  company p3

direct_debit | PRLV PESAGE | Pesage et Métrologie Mbao
  Pesage et Métrologie Mbao | Prélèvement
  Pesage et Métrologie Mbao | Direct debit
  company p1

direct_debit | REMBOURSEMENT PRLV SENELEC FACT 20931177 | Senelec
  Senelec | Prélèvement remboursé
  Senelec | Direct debit refunded
  biller power

direct_debit | REMBOURSEMENT PRLV CLINIQUE TERANGA | 
  Clinique Téranga | Prélèvement remboursé
  Clinique Téranga | Direct debit refunded
  shop health

transfer_out | LOYER NOVEMBRE MERMOZ | 
  Loyer, Mermoz | Novembre
  Rent, Mermoz | November
  biller home

transfer_out | LOYER NOVEMBRE 2026 MERMOZ | Agence immobilière Keur Yaay
  Agence immobilière Keur Yaay | Loyer de novembre 2026, Mermoz
  Agence immobilière Keur Yaay | November 2026 rent, Mermoz
  biller home

cheque_out | SCOLARITE LES MANGUIERS T1 | 
  École Les Manguiers | Scolarité, 1er trimestre
  Les Manguiers | School fees, Q1
  biller school

cheque_out | SCOLARITE ECOLE LES MANGUIERS T1 2026 | École Les Manguiers
  École Les Manguiers | Scolarité, 1er trimestre 2026
  École Les Manguiers | School fees, Q1 2026
  biller school

cheque_out | SCOLARITE ECOLE LES MANGUIERS T3 2026 | 
  École Les Manguiers | Scolarité, 3e trimestre 2026
  École Les Manguiers | School fees, Q3 2026
  biller school

other | TONTINE NOVEMBRE 2026 | Tontine des voisines
  Tontine des voisines | Tontine de novembre 2026
  Tontine des voisines | November 2026 tontine
  biller family

other | TONTINE OCTOBRE | 
  Tontine | Tontine d’octobre
  Tontine | October tontine
  biller family

tax | DROITS DE DOUANE DECL 88214 | 
  Douanes | Déclaration 88214
  Customs | Declaration 88214
  biller tax container

tax | DROITS DE DOUANE DECL 882144 | Douanes
  Douanes | Déclaration 882144
  Douanes | Declaration 882144
  biller tax container

tax | IMPOTS TVA OCTOBRE 2026 | Direction des impôts
  Direction des impôts | TVA, octobre 2026
  Direction des impôts | TVA, October 2026
  biller tax

tax | IMPOTS TVA OCTOBRE 2026 | 
  Impôts, TVA | TVA, octobre 2026
  Taxes, TVA | TVA, October 2026
  biller tax

tax | COTISATIONS IPRES T3 2026 | IPRES
  IPRES | Cotisations, 3e trimestre 2026
  IPRES | Contributions, Q3 2026
  biller tax

tax | COTISATIONS CSS T1 2026 | CSS
  CSS | Cotisations, 1er trimestre 2026
  CSS | Contributions, Q1 2026
  biller tax

tax | COTISATIONS IPRES OCTOBRE 2026 | 
  IPRES | Cotisations, octobre 2026
  IPRES | Contributions, October 2026
  biller tax

transfer_out | VIR EMIS MOUSTAPHA THIAM FACT 0187 | 
  Moustapha Thiam | Facture 0187
  Moustapha Thiam | Invoice 0187
  person p6

transfer_out | VIR EMIS MOUSTAPHA THIAM FACT 0187 | Moustapha Thiam
  Moustapha Thiam | Facture 0187
  Moustapha Thiam | Invoice 0187
  person p6

transfer_out | VIR EMIS GROUPEMENT JAPPO DE JOAL FACT 4417 | Groupement Jappo de Joal
  Groupement Jappo de Joal | Facture 4417
  Groupement Jappo de Joal | Invoice 4417
  company p8

transfer_out | VIR EMIS LAGUNE EMBALLAGES SA FACT 2291 | Lagune Emballages SA (Abidjan)
  Lagune Emballages SA (Abidjan) | Facture 2291
  Lagune Emballages SA (Abidjan) | Invoice 2291
  company p6

transfer_out | VIR EMIS QUINCAILLERIE DU BAOL FACT 5512 | Quincaillerie du Baol SARL
  Quincaillerie du Baol SARL | Facture 5512
  Quincaillerie du Baol SARL | Invoice 5512
  company p1

transfer_out | VIR EMIS EXPORT ARACHIDE KAOLACK FACT 5512 | 
  Export Arachide Kaolack | Facture 5512
  Export Arachide Kaolack | Invoice 5512
  company p2

transfer_out | VIR EMIS SOLDE DE TOUT COMPTE | 
  Solde de tout compte | Virement émis
  Final settlement | Outgoing transfer
  company neutral

transfer_out | VIR EMIS PLACEMENT TRESORERIE | 
  Placement de trésorerie | Virement émis
  Treasury investment | Outgoing transfer
  company neutral

transfer_out | VIR EMIS APPROVISIONNEMENT SALAIRES OCTOBRE 2026 | Sine Agro Négoce SA
  Sine Agro Négoce SA | Approvisionnement des salaires, octobre 2026
  Sine Agro Négoce SA | Payroll funding, October 2026
  company p2

transfer_out | VIR EMIS SALAIRES OCTOBRE 2026 120 BENEFICIAIRES | Salaires
  Salaires d’octobre 2026 | 120 bénéficiaires
  October 2026 salaries | 120 payees
  biller income people

transfer_out | VIR EMIS NIVELLEMENT FILIALE 12 OCTOBRE 2026 | Filiale 12
  Filiale 12 | Nivellement de filiale, octobre 2026
  Filiale 12 | Levelling with a subsidiary, October 2026
  company p2

transfer_out | VIR EMIS NIVELLEMENT FILIALE 12 OCTOBRE 2026 | 
  Nivellement de filiale, octobre 2026 | Virement émis
  Levelling with a subsidiary, October 2026 | Outgoing transfer
  company neutral

transfer_in | VIR RECU COOPERATIVE DJOLIBA FACT 0932 | 
  Coopérative Djoliba | Facture 0932
  Coopérative Djoliba | Invoice 0932
  company p3

transfer_in | VIR RECU COOPERATIVE DJOLIBA FACT 0932 | Coopérative Djoliba
  Coopérative Djoliba | Facture 0932
  Coopérative Djoliba | Invoice 0932
  company p3

transfer_in | VIR RECU HUILERIES DU SALOUM FACT 3307 | Huileries du Saloum
  Huileries du Saloum | Facture 3307
  Huileries du Saloum | Invoice 3307
  company p5

transfer_in | VIR RECU MARCHE DE GROS THIAROYE FACT 1234 | 
  Marché de Gros Thiaroye | Facture 1234
  Marché de Gros Thiaroye | Invoice 1234
  company p6

transfer_in | VIR RECU MENUISERIE DU RAIL FACT 0032 | Menuiserie du Rail
  Menuiserie du Rail | Facture 0032
  Menuiserie du Rail | Invoice 0032
  company p8

transfer_in | VIR RECU AISSATOU GUEYE | Aïssatou Gueye
  Aïssatou Gueye | Virement reçu
  Aïssatou Gueye | Incoming transfer
  person p7

transfer_in | VIR RECU AISSATOU GUEYE | 
  Aïssatou Gueye | Virement reçu
  Aïssatou Gueye | Incoming transfer
  person p7

transfer_in | VIR RECU MUTUELLE SANTE YAKAAR | Mutuelle Santé Yakaar
  Mutuelle Santé Yakaar | Virement reçu
  Mutuelle Santé Yakaar | Incoming transfer
  company p6

transfer_in | VIR RECU MUTUELLE SANTE YAKAAR REMBOURSEMENT CONSULTATION ANALYSES ET MEDICAMENTS DOSSIER 221045 ASSUREE AWA NDIAYE AYANT DROIT MODOU NDIAYE | Mutuelle Santé Yakaar
  Mutuelle Santé Yakaar | Remboursement consultation analyses et médicaments dossier 221045 assurée Awa Ndiaye ayant droit Modou Ndiaye
  company p6

transfer_in | VIR RECU BOURSE OCTOBRE 2026 | Direction des bourses
  Direction des bourses | Bourse, octobre 2026
  Direction des bourses | Grant, October 2026
  biller school

transfer_in | VIR RECU SOLDE ANCIEN COMPTE | 
  Solde de l’ancien compte | Virement reçu
  Balance of the former account | Incoming transfer
  company neutral

transfer_in | VIR RECU REMONTEE FILIALES OCTOBRE 2026 | Karabane Participations
  Karabane Participations | Remontée des filiales, octobre 2026
  Karabane Participations | Cash from subsidiaries, October 2026
  company p8

transfer_in | VIR SALAIRE OCTOBRE ASSURANCES DU BAOBAB | Assurances du Baobab SA
  Assurances du Baobab SA | Salaire d’octobre
  Assurances du Baobab SA | October salary
  company p5

transfer_in | VIR SALAIRE AOUT 2026 ASSURANCES DU BAOBAB | 
  Assurances du Baobab | Salaire d’août 2026
  Assurances du Baobab | August 2026 salary
  company p1

transfer_in | VIR SALAIRE MAI 2026 | 
  Salaire | Salaire de mai 2026
  Salary | May 2026 salary
  biller income

transfer_in | VIR RECU ETRANGER EUR 77120 | Jean Lefort, Lyon
  Jean Lefort, Lyon | Reçu de l’étranger en EUR
  Jean Lefort, Lyon | Received from abroad in EUR
  person p1

transfer_in | VIR RECU ETRANGER EUR 77120 | 
  Virement de l’étranger | Reçu de l’étranger en EUR
  Transfer from abroad | Received from abroad in EUR
  company neutral

transfer_out | VIR PERMANENT EPARGNE | Awa Ndiaye
  Compte d’épargne | Virement permanent
  Savings account | Standing order
  own brand

transfer_in | VIR PERMANENT EPARGNE | Awa Ndiaye
  Compte d’épargne | Virement permanent
  Savings account | Standing order
  own brand

transfer_return | RETOUR VIR MODOU SARR COMPTE CLOS | 
  Modou Sarr | Compte clos, montant rendu
  Modou Sarr | Account closed, amount given back
  person p5 returned

transfer_return | RETOUR VIR MODOU SARR COMPTE CLOS | Modou Sarr
  Modou Sarr | Compte clos, montant rendu
  Modou Sarr | Account closed, amount given back
  person p5 returned

transfer_return | VIREMENT RETOURNE - COMPTE CLOS | Modou Sarr (compte clos)
  Modou Sarr (compte clos) | Compte clos, montant rendu
  Modou Sarr (compte clos) | Account closed, amount given back
  person p5 returned

transfer_return | VIREMENT RETOURNE - NUMERO DE COMPTE INCORRECT | Sokhna Diarra
  Sokhna Diarra | Numéro de compte incorrect, montant rendu
  Sokhna Diarra | Wrong account number, amount given back
  person p8 returned

transfer_return | VIREMENT RETOURNE - MOTIF ZZ99 | Sokhna Diarra
  Sokhna Diarra | Motif ZZ99, montant rendu
  Sokhna Diarra | Motif ZZ99, amount given back
  person p8 returned

transfer_return | VIREMENT RETOURNE | Sokhna Diarra
  Sokhna Diarra | Montant rendu
  Sokhna Diarra | Amount given back
  person p8 returned

transfer_out | VIREMENTS MULTIPLES VMU20261102 (120) | 
  Virements multiples | 120 bénéficiaires · VMU20261102
  Batch of transfers | 120 payees · VMU20261102
  biller neutral people

transfer_return | VIREMENTS NON EXECUTES VMU20261102 | 
  Virements multiples | Virements non exécutés · VMU20261102
  Batch of transfers | Transfers not carried out · VMU20261102
  biller neutral people returned

transfer_out | Participation mariage | Moustapha Thiam
  Moustapha Thiam | Participation mariage
  person p6

transfer_out | Loyer de décembre | Agence immobilière Keur Yaay
  Agence immobilière Keur Yaay | Loyer de décembre
  company p8

transfer_out | LOYER | Awa Diop
  Awa Diop | Loyer
  Awa Diop | Rent
  person p6

transfer_out | Tontine de novembre | Sokhna Diarra
  Sokhna Diarra | Tontine de novembre
  person p8

transfer_in | Remboursement taxi | 
  Remboursement taxi | Virement reçu
  Remboursement taxi | Incoming transfer
  company neutral

transfer_out | VIR INSTANTANE CHEIKH DIATTA | 
  Cheikh Diatta | Virement émis
  Cheikh Diatta | Outgoing transfer
  person p4

cheque_out | CHEQUE 4471902 | Quincaillerie du Baol
  Chèque 4471902 | Chèque émis · Quincaillerie du Baol
  Cheque 4471902 | Cheque paid · Quincaillerie du Baol
  bank neutral cheque

cheque_out | CHEQUE 4471902 | 
  Chèque 4471902 | Chèque émis
  Cheque 4471902 | Cheque paid
  bank neutral cheque

cheque_in | REMISE CHEQUE 4410238 | Coopérative Djoliba
  Chèque 4410238 | Remise de chèque · Coopérative Djoliba
  Cheque 4410238 | Cheque deposit · Coopérative Djoliba
  bank neutral cheque

cheque_out | CHEQUE IMPAYE 4471902 | Export Arachide Kaolack
  Chèque 4471902 | Revenu impayé · Export Arachide Kaolack
  Cheque 4471902 | Came back unpaid · Export Arachide Kaolack
  bank neutral cheque unpaid

cheque_in | CHEQUE REJETE 4471902 | 
  Chèque 4471902 | Revenu impayé
  Cheque 4471902 | Came back unpaid
  bank neutral cheque unpaid

loan | ECHEANCE PRET 2600256 | 
  Prêt 2600256 | Échéance
  Loan 2600256 | Instalment
  biller loan

loan | DEBLOCAGE PRET 2600256 | 
  Prêt 2600256 | Montant du prêt reçu
  Loan 2600256 | Amount of the loan received
  biller loan

loan | INTERETS DE RETARD PRET 2600256 | 
  Prêt 2600256 | Intérêts de retard
  Loan 2600256 | Late interest
  biller loan

other | SOUSCRIPTION DAT 2600301 | 
  Dépôt à terme 2600301 | Placement
  Term deposit 2600301 | Placed
  bank saving

interest | INTERETS DAT 2600301 | 
  Dépôt à terme 2600301 | Intérêts
  Term deposit 2600301 | Interest
  bank saving

tax | RETENUE IRC 8% DAT 2600301 | 
  Dépôt à terme 2600301 | Impôt sur les intérêts, 8 %
  Term deposit 2600301 | Tax on interest, 8%
  bank saving

tax | RETENUE IRC 6,75% DAT 2600301 | 
  Dépôt à terme 2600301 | Impôt sur les intérêts, 6,75 %
  Term deposit 2600301 | Tax on interest, 6.75%
  bank saving

other | REMBOURSEMENT DAT 2600301 | 
  Dépôt à terme 2600301 | Capital rendu
  Term deposit 2600301 | Capital paid back
  bank saving

other | RECONDUCTION DAT 2600301 | 
  Dépôt à terme 2600301 | Placement renouvelé
  Term deposit 2600301 | Renewed
  bank saving

other | RUPTURE DAT 2600301 | 
  Dépôt à terme 2600301 | Rupture anticipée
  Term deposit 2600301 | Ended early
  bank saving

interest | INTERETS RUPTURE DAT 2600301 | 
  Dépôt à terme 2600301 | Intérêts, rupture anticipée
  Term deposit 2600301 | Interest, ended early
  bank saving

tax | RETENUE IRC RUPTURE DAT 2600301 | 
  Dépôt à terme 2600301 | Impôt sur les intérêts, rupture anticipée
  Term deposit 2600301 | Tax on interest, ended early
  bank saving

interest | INTERETS EPARGNE | 
  Intérêts de l’épargne | Intérêts
  Savings interest | Interest
  bank saving

interest | INTERETS CREDITEURS | 
  Intérêts créditeurs | Intérêts
  Credit interest | Interest
  bank neutral percent

fee | AGIOS T4 2026 | 
  Agios, 4e trimestre 2026 | Intérêts du découvert, taxe comprise
  Overdraft interest, Q4 2026 | Interest of the overdraft, tax included
  bank neutral percent

fee | AGIOS | 
  Agios | Intérêts du découvert, taxe comprise
  Overdraft interest | Interest of the overdraft, tax included
  bank neutral percent

fee | FRAIS TENUE DE COMPTE OCTOBRE | 
  Tenue de compte | Octobre, taxe comprise
  Account maintenance | October, tax included
  bank neutral

fee | FRAIS TENUE DE COMPTE OCTOBRE 2026 | 
  Tenue de compte | Octobre 2026, taxe comprise
  Account maintenance | October 2026, tax included
  bank neutral

fee | FRAIS TENUE DE COMPTE | 
  Tenue de compte | Frais et commissions
  Account maintenance | Fees and commissions
  bank neutral

fee | FRAIS RECHARGE CARTE | 
  Frais de recharge de carte | Taxe comprise
  Card top-up fee | Tax included
  bank neutral

fee | FRAIS OPPOSITION CHEQUE | 
  Frais d’opposition sur chèque | Taxe comprise
  Stopped cheque fee | Tax included
  bank neutral cheque

fee | FRAIS REJET PRELEVEMENT | 
  Frais de rejet | Prélèvement
  Returned item fee | Prélèvement
  bank neutral

fee | FRAIS RELEVE PAPIER OCTOBRE 2026 | 
  Relevé papier | Octobre 2026
  Relevé papier | October 2026
  bank neutral

fee | COMMISSION VIREMENT SICA | 
  Commission sur virement | Vers une autre banque, taxe comprise
  Transfer commission | To another bank, tax included
  bank neutral

fee | COMMISSION VIREMENT STAR | 
  Commission sur virement | Virement de gros montant, taxe comprise
  Transfer commission | High-value transfer, tax included
  bank neutral

fee | COMMISSION TRANSFERT SWIFT | 
  Commission sur virement | Vers l’étranger, taxe comprise
  Transfer commission | Abroad, tax included
  bank neutral

fee | COMMISSION VIREMENTS MULTIPLES VMU20261102 | 
  Commission sur virements multiples | VMU20261102
  Commission on a batch of transfers | VMU20261102
  bank neutral

fee | COMMISSION VIREMENT | 
  Commission sur virement | Taxe comprise
  Transfer commission | Tax included
  bank neutral

fee | COMMANDE CHEQUIER | 
  Commande de chéquier | Taxe comprise
  Chequebook order | Tax included
  bank neutral chequebook

fee | REMBOURSEMENT COMMANDE CHEQUIER | 
  Commande de chéquier | Frais remboursés
  Chequebook order | Fee refunded
  bank neutral chequebook

fee | LOCATION COFFRE T1 2026 | 
  Location du coffre | 1er trimestre 2026
  Safe deposit box | Q1 2026
  bank neutral

other | CHANGE 760 EUR EN F CFA | Aminata Sow-Lefort
  Change de 760 EUR | Entre vos comptes
  Exchange of 760 EUR | Between your accounts
  bank neutral exchange

transfer_out | CHANGE 1 250,50 EUR EN F CFA | 
  Change de 1 250,50 EUR | Entre vos comptes
  Exchange of 1250.50 EUR | Between your accounts
  bank neutral exchange

other | REG DIV 77812 XKJ | 
  Reg div 77812 XKJ | Autre opération
  Reg div 77812 XKJ | Other operation
  company neutral

other | OPERATION DIVERSE | 
  Opération diverse | Autre opération
  Opération diverse | Other operation
  company neutral

other | DEBIT | 
  Débit | Autre opération
  Débit | Other operation
  company neutral

fee | XJ 44 | 
  Xj 44 | Frais et commissions
  Xj 44 | Fees and commissions
  bank neutral

card | AUCHAN MERMOZ | 
  Auchan Mermoz | Par carte
  Auchan Mermoz | By card
  shop neutral store

other | ANNULATION OPERATION 88121 SUR ORDRE DE LA DIRECTION REGIONALE DE ZIGUINCHOR ET DU SIEGE | 
  Annulation opération 88121 sur ordre de la direction region… | Autre opération
  Annulation opération 88121 sur ordre de la direction region… | Other operation
  company neutral
`
  .trim()
  .split('\n\n')
  .map((block) => block.split('\n').map((row) => row.split('|').map((part) => part.trim())))

describe('each wording has an identity', () => {
  test('there are more than 120 of them, and none comes twice', () => {
    expect(cases.length).toBeGreaterThan(120)
    expect(new Set(cases.map(([raw]) => raw?.join())).size).toBe(cases.length)
  })

  test.each(cases.map((rows) => [rows[0]?.slice(1).join(', '), rows] as const))('%s', (_, [raw, ...expected]) => {
    const [type, label = '', counterparty] = raw ?? []
    // The first column is a type of operation.
    const identity = identityOf({ type: type as Movement['type'], label, counterparty: counterparty || null })
    const { name, memo, kind, tint, glyph, state } = identity
    const inFrench = [textIn(name, 'fr'), textIn(memo ?? '', 'fr')]
    const inEnglish = [textIn(name, 'en'), textIn(memo ?? '', 'en')]
    expect([
      inFrench,
      ...(inEnglish.join() === inFrench.join() ? [] : [inEnglish]),
      [[kind, tint, glyph, state].filter((part) => part !== null).join(' ')],
    ]).toEqual(expected)
  })
})

/** What a search compares with its pattern, as a column of the ledger has it. */
const searchTextOf = ([, label = '', counterparty = '']: readonly string[]) =>
  folded(`${label}\n${counterparty}`).replaceAll('œ', 'oe')
const matches = (text: string, pattern: string) => {
  let end = 0
  return pattern
    .replaceAll('\\', '')
    .split('%')
    .every((term) => {
      const start = text.indexOf(term, end)
      end = start + term.length
      return start >= 0
    })
}
const finds = (search: string, text: string) =>
  text.includes(folded(search)) || wordingPatterns(search).some((pattern) => matches(text, pattern))

const searched = (column: number) =>
  cases.flatMap(([raw = [], ...identity]) =>
    identity.slice(0, -1).map((texts) => [texts[column] ?? '', searchTextOf(raw)] as const),
  )

// An exchange is found by its amount.
const names = searched(0).filter(([name]) => !/^(?:Change de|Exchange of) 1/u.test(name))
test.each(names)('a search for the displayed name %j finds %j', (name, text) => {
  expect(finds(name, text)).toBe(true)
})

// The type of an operation is no part of its wording: the filter by type finds it. A batch is found by its reference, and each fee has its tax.
const typeNames = Object.values(operationTypeLabels).flatMap(({ fr, en }) => [fr, en])
const byOtherMeans = [...typeNames, 'Par carte', 'By card', 'Taxe comprise', 'Tax included']
const memos = searched(1).filter(
  ([memo]) => memo !== '' && !byOtherMeans.includes(memo) && !/^\d+ (?:bénéficiaires|payees) · /u.test(memo),
)
test.each(memos)('a search for the displayed second line %j finds %j', (memo, text) => {
  expect(finds(memo, text)).toBe(true)
})

const card = { type: 'card', label: 'PAIEMENT CB CHEZ MODOU', counterparty: null } as const

test('a shop of which nothing is known has the tint of the category that its customer gave it', () => {
  expect(identityOf(card)).toMatchObject({ kind: 'shop', tint: 'neutral', glyph: 'store' })
  expect(identityOf({ ...card, category: 'Restaurants et sorties' })).toMatchObject({ tint: 'out', glyph: null })
  expect(identityOf({ ...card, category: 'Divers' })).toMatchObject({ tint: 'neutral', glyph: 'store' })
})

test('a transfer to the same holder goes to an own account', () => {
  const own = { type: 'transfer_out', label: 'Vacances', counterparty: 'Awa NDIAYE', holder: 'Awa Ndiaye' } as const
  expect(identityOf(own)).toMatchObject({ kind: 'own', tint: 'brand', memo: 'Vacances' })
  expect(identityOf({ ...own, holder: 'Cheikh Diatta' })).toMatchObject({ kind: 'person', name: 'Awa NDIAYE' })
})

test('an account of the customer on the other side has its name and the end of its number, whatever the wording says', () => {
  const own_account = { label: "Compte d'épargne", number: '100001202002' }
  const name = { fr: 'Compte d’épargne •• 2002', en: 'Savings account •• 2002' }
  const movement = { type: 'transfer_out', label: 'Vacances', counterparty: 'Compte d’épargne', own_account } as const
  expect(identityOf(movement)).toMatchObject({ name, memo: 'Vacances', kind: 'own', tint: 'brand' })
  expect(identityOf({ ...movement, label: 'VIR PERMANENT EPARGNE', counterparty: 'Awa Ndiaye' })).toMatchObject({
    name,
    memo: { fr: 'Virement permanent' },
    kind: 'own',
  })
  expect(identityOf({ ...movement, type: 'transfer_in', label: 'VIR RECU', counterparty: 'Autre nom' })).toMatchObject({
    name,
  })
  // The total of a batch goes to many.
  expect(identityOf({ ...movement, label: 'VIREMENTS MULTIPLES LOT-1 (3)' })).toMatchObject({ glyph: 'people' })
  expect(identityOf({ ...movement, own_account: { label: 'Caisse de Thiès', number: '100001202003' } })).toMatchObject({
    name: 'Caisse de Thiès •• 2003',
  })
})

test('no name of the wording is longer than 60 characters', () => {
  const long = identityOf({ type: 'other', label: 'ABCDEF '.repeat(30).trim(), counterparty: null })
  expect(textIn(long.name, 'fr').length).toBeLessThanOrEqual(60)
})
