/** The sign of the bank, which stands for an account of the customer's own. */
export function BankSign() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="55%"
      height="55%"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M12 3 21 12 12 21 3 12Z" />
      <path d="M12 8.4 15.6 12 12 15.6 8.4 12Z" fill="currentColor" stroke="none" />
    </svg>
  )
}
