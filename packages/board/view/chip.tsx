/** The styles of a chip, with symbols, because not every user can distinguish colours. */
const signs = { good: '✓', warn: '?', bad: '≠', none: '–', wait: '…', plain: '' } as const;
export type Tone = keyof typeof signs;

export interface ChipProps {
  readonly tone: Tone;
  readonly children: string;
  /** Further details, which are truncated in narrow columns. */
  readonly detail?: string;
  /** Name for `::part`, in addition to `chip`. */
  readonly part?: string;
}

/** A short status. */
export function Chip({ tone, children, detail, part }: ChipProps) {
  return (
    <span
      class={`chip ${tone}`}
      part={part === undefined ? 'chip' : `chip ${part}`}
      title={detail === undefined ? undefined : `${children}: ${detail}`}
    >
      {signs[tone] !== '' && <i aria-hidden="true">{signs[tone]}</i>}
      <span>
        {children}
        {detail !== undefined && <span class="detail"> · {detail}</span>}
      </span>
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
