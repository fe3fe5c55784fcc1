import { Component, type ComponentChildren } from 'preact';
import type { Ui } from './ui.ts';

interface LoadedProps<Value> {
  readonly ui: Ui;
  readonly read: () => Promise<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows what is read when it is first drawn; with another `key` it is read again. */
export class Loaded<Value> extends Component<LoadedProps<Value>, { readonly value?: Value; readonly isFailed?: true }> {
  override componentDidMount(): void {
    this.props.read().then(
      (value) => this.setState({ value }),
      () => this.setState({ isFailed: true }),
    );
  }

  override render({ ui, children }: LoadedProps<Value>, { value, isFailed }: Loaded<Value>['state']) {
    if (value !== undefined) return <>{children(value)}</>;
    if (isFailed === undefined) return <span class="bone" />;
    return (
      <p role="status" class="muted">
        {ui.words.partial}
      </p>
    );
  }
}
