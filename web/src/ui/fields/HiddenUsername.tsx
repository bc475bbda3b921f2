/**
 * Tells password managers whose password a form has: several people may use one browser.
 * https://www.chromium.org/developers/design-documents/form-styles-that-chromium-understands/
 */
export const HiddenUsername = ({ login }: { login: string }) => (
  <input type="text" autoComplete="username" value={login} readOnly hidden />
)
