interface ChipProps {
  /** Shown with a symbol, because not every user can distinguish colours. */
  readonly sign?: keyof typeof signs | undefined;
  readonly children: string;
}

const signs = { good: '✓', bad: '≠' } as const;

/** A short status. */
export function Chip({ sign, children }: ChipProps) {
  return (
    <span class={`chip ${sign ?? 'plain'}`} part="chip">
      {sign && <i aria-hidden="true">{signs[sign]}</i>}
      {children}
    </span>
  );
}

interface ToggleChipProps {
  readonly isSet: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** A value that can be chosen. */
export function ToggleChip({ isSet, onClick, children }: ToggleChipProps) {
  return (
    <button type="button" class={`chip ${isSet ? 'set' : ''}`} aria-pressed={isSet} {...{ onClick }}>
      {children}
    </button>
  );
}
