// Encodes a call with files: nested objects become bracketed keys, arrays indexed ones, files stay unchanged.
type Value = string | number | boolean | null | undefined | File | readonly Value[] | { readonly [name: string]: Value }
export type Payload = { readonly [name: string]: Value }

function append(form: FormData, key: string, value: Value): void {
  if (value === undefined || value === null) return
  if (typeof value !== 'object') form.append(key, String(value))
  else if (value instanceof File) form.append(key, value, value.name)
  // The keys of an array are its indexes.
  else for (const [name, inner] of Object.entries(value)) append(form, `${key}[${name}]`, inner)
}

export function toFormData(payload: Payload): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(payload)) append(form, name, value)
  return form
}
