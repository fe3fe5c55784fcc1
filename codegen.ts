import type { CodegenConfig } from '@graphql-codegen/cli';

const header = '// Written by codegen.ts. Do not edit; run `npm run codegen`.';

const config: CodegenConfig = {
  generates: {
    'subgraphs/arrival-notices/generated/schema.ts': {
      schema: 'schema/arrival-notices.graphql',
      plugins: [{ add: { content: header } }, 'typescript', 'typescript-resolvers'],
      config: {
        federation: true,
        useTypeImports: true,
        immutableTypes: true,
        enumsAsTypes: true,
        maybeValue: 'T | null | undefined',
        scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown' },
        contextType: '../resolvers.ts#RequestContext',
        avoidOptionals: { field: false, inputValue: false, object: false, defaultValue: false },
        mappers: {
          ArrivalNotice: '../store/notice-versions.ts#Notice',
          ArrivalNoticeVersion: '../store/notice-versions.ts#NoticeVersion',
          ArrivalNoticeNotification: '../store/notice-versions.ts#Notification',
          Visualization: '../store/notice-versions.ts#NoticeVersion',
          VersionClash: '../../shared/store/version-store.ts#Clash',
          ArrivalNoticeConnection: '../questions.ts#NoticePage',
          ArrivalNoticeEdge: '../questions.ts#NoticeRow',
          ArrivalNoticeNotificationConnection: '../questions.ts#NoticePage',
          ArrivalNoticeNotificationEdge: '../questions.ts#NoticeRow',
          ArrivalNoticeVersionConnection: '../questions.ts#VersionPage',
          ArrivalNoticeVersionEdge: '../questions.ts#VersionRow',
          ArrivalNoticeVersionLogPage: '../../shared/events/log-page.ts#LogPage',
          ArrivalNoticeVersionEvent: '../../shared/events/log-page.ts#LogEvent',
          ArrivalNoticeNotificationLogPage: '../../shared/events/log-page.ts#LogPage',
          ArrivalNoticeNotificationEvent: '../../shared/events/log-page.ts#LogEvent',
        },
      },
    },
  },
};

export default config;
