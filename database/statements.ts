// Splits the SQL of a migration into statements.

/** Comments, strings, quoted names and dollar-quoted bodies are whole tokens: a semicolon in them ends nothing. */
const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1|;|[^;'"$/-]+|[\s\S]/gi

const isComment = (token: string) => token.startsWith('--') || token.startsWith('/*')

/** The statements without comments, each on one line outside its quoted parts. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(statement.trim())
      statement = ''
    } else if (/^['"$]/.test(token)) statement += token
    else {
      const plain = isComment(token) ? ' ' : token.replace(/\s+/g, ' ')
      statement += statement.endsWith(' ') ? plain.trimStart() : plain
    }
  }
  return [...statements, statement.trim()].filter((text) => text !== '')
}

/** The first line of a migration that is not one transaction: its statements run one by one. */
const WITHOUT_TRANSACTION = '-- without a transaction'

export const isWithoutTransaction = (sql: string): boolean => sql.split('\n', 1)[0] === WITHOUT_TRANSACTION

/** The name of an index that a statement builds beside the running bank, or null. */
export const concurrentIndexOf = (statement: string): string | null =>
  /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (\w+) /i.exec(statement)?.[1] ?? null
