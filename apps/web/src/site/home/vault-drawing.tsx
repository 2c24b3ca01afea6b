/** Ten arcs of a dial, seen as an engraving: most of it closed, a small sector open. */
const RINGS = [18, 26, 34, 42, 50, 58, 66, 74, 82, 90] as const;

/**
 * Most coins offline, a small part online: a closed vault whose rim lets one narrow sector through.
 * A drawing of an idea, not to scale; the sentence next to it says the same in words.
 */
export function VaultDrawing() {
  return (
    <svg viewBox="0 0 200 200" fill="none" stroke="currentColor" aria-hidden="true" focusable="false">
      <g strokeWidth="1">
        {RINGS.map((radius) => (
          <circle
            key={radius}
            cx="100"
            cy="100"
            r={radius}
            pathLength="100"
            strokeDasharray="92 8"
            transform={`rotate(${(radius - 18) * 0.28 - 74} 100 100)`}
          />
        ))}
      </g>
      <circle cx="100" cy="100" r="96" strokeWidth="2.5" />
      <g stroke="var(--accent)" strokeWidth="2.5" strokeLinecap="round">
        <circle cx="100" cy="100" r="9" />
        <path d="M100 91V10" strokeDasharray="1 5" />
        <circle cx="100" cy="4" r="2.5" fill="var(--accent)" />
      </g>
    </svg>
  );
}
