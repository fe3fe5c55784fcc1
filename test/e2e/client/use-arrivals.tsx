import { createLandfallClient } from '@landfall/client';
import { type ArrivalNoticeFilter, WatchArrivalsDocument, type WatchArrivalsSubscription } from '@landfall/client/operations';
import { type ReactNode, useEffect, useState } from 'react';

type Version = NonNullable<WatchArrivalsSubscription['arrivalNoticeVersionReceived']['version']>;

const client = createLandfallClient({ url: 'https://landfall.example/graphql' });

/** Returns the notice versions received since the page was opened, the newest first. */
export function useArrivals(filter: ArrivalNoticeFilter): readonly Version[] {
  const [versions, setVersions] = useState<readonly Version[]>([]);
  useEffect(() => {
    const left = new AbortController();
    (async () => {
      const events = client.subscribe(WatchArrivalsDocument, { filter }, { signal: left.signal });
      for await (const {
        arrivalNoticeVersionReceived: { version },
      } of events) {
        if (version) setVersions((known) => [version, ...known]);
      }
    })().catch(reportError);
    return () => left.abort();
  }, [filter]);
  return versions;
}

export function Arrivals({ filter }: { readonly filter: ArrivalNoticeFilter }): ReactNode {
  return (
    <ol>
      {useArrivals(filter).map(({ id, transportDocumentReference }) => (
        <li key={id}>{transportDocumentReference}</li>
      ))}
    </ol>
  );
}
