// Runs before the first paint, as a plain script that even Internet Explorer can read: theme and language of the last
// visit, whether the sign-in page comes first, and the way out for browsers that cannot run the portal or load it.
;(function () {
  var root = document.documentElement
  // Chrome and Edge before 92, Firefox before 90, Safari before 15.4, and Internet Explorer.
  if (!Array.prototype.at) {
    location.replace('/connect/not-supported.html')
    return
  }
  var saved = {}
  try {
    saved = JSON.parse(localStorage.getItem('connect.state')) || {}
  } catch (e) {
    // Storage is closed to us: the defaults serve.
  }
  var isDark = saved.theme === 'dark' || (saved.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-theme', isDark ? 'dark' : 'light')
  // The browser's own bar has the colour of the page.
  var bar = document.createElement('meta')
  bar.name = 'theme-color'
  bar.content = isDark ? '#0d1518' : '#ffffff'
  document.head.appendChild(bar)
  root.lang = saved.lang === 'en' ? 'en' : 'fr'
  // One of our scripts cannot be loaded, or fails before the first screen stands in place of the frame.
  function showFailure(event) {
    var script = event.filename || event.target.src || ''
    if (script.indexOf(location.origin) === 0) root.setAttribute('data-boot-failed', '')
  }
  addEventListener('error', showFailure, true)
  // `menu` is `login` without a session to continue, as in saved-state.ts; the form then has a second button for passkeys.
  if ((saved.menu || 'login') === 'login' && /^\/connect(\/(login)?)?$/.test(location.pathname))
    root.setAttribute('data-boot', window.PublicKeyCredential ? 'sign-in passkey' : 'sign-in')
})()
