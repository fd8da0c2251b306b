// The names that targets have been seen to use, the likeliest first.

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const statusNames = words(`
  status filter[status] statuses cardStatus card_status filter.status status[] statuses[] filter[status][]
  filterStatus filter_status byStatus by_status statusFilter status_filter state cardState filter[state] status[eq]
  status__in status_in statusIn Status where[status] q[status]
`);

export const typeNames = words(`
  type filter[type] types cardType card_type filter.type type[] types[] filter[type][] filterType filter_type byType
  by_type typeFilter type_filter kind cardKind filter[kind] type[eq] type__in type_in typeIn Type where[type] q[type]
`);

export const sortNames = words(`
  sort order orderBy order_by sortBy sort_by sort[] ordering sorting orderby sortby sortOrder sort_order order[]
  sortField sort_field filter[sort] filter[order] Sort _sort $orderby by
`);

/** Without brackets, because list syntaxes with brackets are tried separately. */
export const expandNames = words(`
  expand include with embed fields extend expands expansion expansions includes expandFields expand_fields extra
  extras relations populate load add show additional additionalFields Expand $expand _expand
`);

export const includeNames = words(`
  include fields with extra show params expand includes extras additional additionalFields additional_fields
  extraFields extra_fields includeFields include_fields field param data embed extend sensitive details get optional
  properties add Include
`);

export const smsNames = words(`
  enabled isSmsBalanceNotification smsBalanceNotification isEnabled enable sms_balance_notification
  is_sms_balance_notification is_enabled value state status notification active isActive smsNotification
  sms_notification sms switch on
`);

export const pageNames = words('page page[number] pageNumber page_number p');
export const offsetNames = words('offset skip page[offset] start');
export const cursorNames = words(`
  cursor after pageToken page_token next starting_after page[cursor] page[after] continuation
`);

export const signTokenNames = words('signToken sign_token signtoken token mfaToken sign sToken signature');

/** Parameters that take 0 and 1 when sign tokens are exchanged and when members are invited. */
export const flagNames = words(`
  validate trusted remember dryRun trust rememberMe remember_me dry_run dry-run isTrusted is_trusted trustDevice
  trust_device rememberDevice remember_device saveDevice save persistent longLived long mobile web ws withWs wsToken
  force check checkOnly validateOnly validate_only onlyValidate test preview confirm notify send sendEmail send_email
  sendInvite sendInvitation silent invite flag
`);
