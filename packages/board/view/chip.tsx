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
