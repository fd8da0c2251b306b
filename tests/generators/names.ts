// Names of a target, all of them declared.
import type { Names } from '../../subject/names.ts';
import type { ListSyntax } from '../../subject/profile/profile.ts';

const declared = <Value>(value: Value) => ({ kind: 'declared', value }) as const;

export const namesWith = (formArrays: ListSyntax = 'repeat'): Names =>
  ({
    statusFilter: declared('status'),
    typeFilter: declared('type'),
    sort: declared('sort'),
    statusFilterV1: declared('state'),
    typeFilterV1: declared('kind'),
    sortV1: declared('order'),
    expand: declared({ name: 'expand', list: 'comma' }),
    include: declared({ name: 'include', list: 'comma' }),
    smsField: declared({ name: 'enabled', values: 'numbers' }),
    signToken: declared('signToken'),
    exchangeFlag: declared('extended'),
    memberFlag: declared('quietly'),
    formArrays: declared(formArrays),
    unknownParameters: declared('ignored'),
    sessionsPerUser: declared('many'),
    paging: declared({ style: 'none' }),
    bodies: {},
  }) as unknown as Names;

export const names = namesWith();

export const nowhere = '00000000-0000-4000-8000-000000000000';

export const somewhere = { path: { id: nowhere, type: 'sms', requestId: 'request' } };
