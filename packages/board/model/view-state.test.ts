import { describe, expect, it } from 'vitest';
import { bothOf, emptyView, filterOfTab, filterOfView, formatView, parseView, type ViewState } from './view-state.ts';

describe('the view in an address', () => {
  it('is read as it was written', () => {
    const view: ViewState = {
      ...emptyView,
      tab: 'week',
      text: 'maersk & co',
      ports: ['NLRTM', 'DEHAM'],
      partners: ['acme'],
      party: 'Blue Freight',
      states: ['BERTHED'],
      released: ['NO'],
      alertKinds: ['ETA_CHANGED'],
      dateOf: 'lastFree',
      from: '2026-03-01',
      to: '2026-03-07',
      hasClosed: true,
      order: 'BEST_TIME',
      columns: ['arrival', 'document'],
      opened: ['acme', 'REF 1', 'EN, consignee'],
    };
    expect(parseView(formatView(view))).toEqual(view);
    expect(formatView(emptyView)).toBe('');
    expect(parseView('')).toEqual(emptyView);
  });

  it('omits what the board does not know', () => {
    expect(parseView('view=nothing&state=GONE&sort=RANDOM&from=yesterday&columns=x')).toEqual({ ...emptyView, columns: [] });
  });
});

describe('the filter of the page', () => {
  it('is narrowed by the viewer, and never widened', () => {
    const host = { partners: ['acme', 'other'], UNLocationCodes: ['NLRTM'], bestDateFrom: '2026-03-02', text: 'reef' };
    const view = { ...emptyView, partners: ['other', 'third'], text: 'booby', from: '2026-03-01', to: '2026-03-09', hasClosed: true };
    expect(bothOf(host, filterOfTab('attention'), filterOfView(view))).toEqual({
      partners: ['other'],
      UNLocationCodes: ['NLRTM'],
      bestDateFrom: '2026-03-02',
      bestDateTo: '2026-03-09',
      text: 'reef booby',
      isUrgent: true,
      isOpen: null,
    });
    expect(bothOf({ isOpen: true }, filterOfView(view)).isOpen).toBe(true);
    expect(bothOf({ carrierCode: 'ACME' }, { carrierCode: 'OTHR' })).toEqual({ carrierCode: 'ACME', ids: [] });
  });
});
