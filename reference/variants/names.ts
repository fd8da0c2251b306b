// Other names and notations, where the specification gives none.
import { misplaced, refused } from '../errors.ts';
import { variant } from './variant.ts';

export const nameVariants = [
  variant('other-names', {
    reads: 'names of query parameters and body fields',
    does: 'calls every unnamed parameter otherwise, with brackets for lists',
    settings: {
      names: {
        status: 'filter[state]',
        type: 'filter[kind]',
        sort: 'order',
        include: 'with[]',
        expand: 'fields[]',
        signToken: 'confirmation',
        smsEnabled: 'isSmsBalanceNotification',
        exchangeFlag: 'remember',
        memberFlag: 'dryRun',
      },
    },
    profile: {
      open: {
        statusFilter: 'filter[state]',
        typeFilter: 'filter[kind]',
        sort: 'order',
        statusFilterV1: 'filter[state]',
        typeFilterV1: 'filter[kind]',
        sortV1: 'order',
        expand: { name: 'fields', list: 'brackets' },
        include: { name: 'with', list: 'brackets' },
        signToken: 'confirmation',
        smsField: { name: 'isSmsBalanceNotification', values: 'numbers' },
        exchangeFlag: 'remember',
        memberFlag: 'dryRun',
      },
    },
  }),
  variant('pipes', {
    reads: 'list syntax of expand and include',
    does: 'takes several values with a pipe between them',
    settings: { separator: '|' },
    profile: { open: { expand: { name: 'expand', list: 'pipe' }, include: { name: 'include', list: 'pipe' } } },
  }),
  variant('one-value', {
    reads: 'list syntax of expand and include',
    does: 'takes one value of each, and refuses several',
    settings: { separator: '\u0001' },
    profile: { open: { expand: 'expand', include: 'include' } },
  }),
  variant('base-path', {
    reads: 'the base address',
    does: 'serves everything below /accounts/api',
    settings: { basePath: '/accounts/api' },
  }),
  variant('flags-demanded', {
    reads: 'the unnamed query parameters with the values 0 and 1',
    does: 'demands them',
    around: {
      exchangeSignToken: (next, call, { settings }) =>
        call.query[settings.names.exchangeFlag] === undefined
          ? misplaced(settings.validationStatus, {
              query: { [settings.names.exchangeFlag]: 'It is required.' },
              body: {},
            })
          : next(call),
      inviteMember: (next, call, { settings }) =>
        call.query[settings.names.memberFlag] === undefined
          ? refused(settings.validationStatus, `${settings.names.memberFlag} is required.`)
          : next(call),
    },
    profile: { open: { exchangeFlag: 'discover' } },
  }),
  variant('unknown-parameters-refused', {
    reads: 'query parameters that it does not know',
    does: 'answers 400 to them',
    around: {
      every: (next, call, { settings }) => {
        const known = ['validate', ...Object.values(settings.names)];
        const isKnown = Object.keys(call.query).every((name) => known.includes(name));
        return isKnown ? next(call) : refused(400, 'There is no such query parameter.');
      },
    },
    profile: { open: { unknownParameters: 'refused' } },
  }),
];
