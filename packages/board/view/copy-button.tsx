import { Component } from 'preact';
import { Icon } from './icons.tsx';

interface CopyButtonProps {
  readonly label: string;
  /** Said when the text is copied. */
  readonly copied: string;
  readonly textOf: () => string;
  /** Whether a drawing stands for the label. */
  readonly isIcon?: boolean;
  readonly class?: string;
}

/** A button that copies a text. Browsers provide the clipboard only over https. */
export class CopyButton extends Component<CopyButtonProps, { readonly isCopied?: true }> {
  override render({ label, copied, textOf, isIcon = false, ...props }: CopyButtonProps, { isCopied }: CopyButton['state']) {
    if (navigator.clipboard === undefined) return null;
    const text = isCopied ? copied : label;
    const copy = () => navigator.clipboard.writeText(textOf()).then(() => this.setState({ isCopied: true }));
    return (
      <>
        <button type="button" class={props.class} aria-label={label} title={text} onClick={() => void copy().catch(() => undefined)}>
          {isIcon ? <Icon name={isCopied ? 'check' : 'link'} /> : text}
        </button>
        <span class="hidden" role="status">
          {isCopied && copied}
        </span>
      </>
    );
  }
}
