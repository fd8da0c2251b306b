// Every bench: its module, its default arguments, what it measures, and the target that it has to meet.

export interface Bench {
  readonly module: string;
  readonly told?: readonly string[];
  readonly measures: string;
  /** Left out where nothing is promised. */
  readonly target?: string;
  /** Why the target is missed, and what would reach it; left out where it is met. */
  readonly because?: string;
}

export const benches: Readonly<Record<string, Bench>> = {
  conformance: {
    module: 'conformance/schemathesis.js',
    measures:
      'what is held against a correct service, and which seeded faults are noticed how soon, beside Schemathesis',
    target: 'no false alarm, every fault',
  },
  targets: {
    module: 'targets/targets.js',
    measures: 'what a certification takes, by the kind of target and the depth',
    target: 'each within the seconds that stand beside it, and exit 0',
    because: [
      'A standard run sends 28,081 exchanges, and sent 19,786 when the targets were set.',
      'What is judged by time runs alone, and waits for windows and deliveries.',
      'With 3,000 cards most of the time is that of the processors.',
    ].join(' '),
  },
  pipeline: {
    module: 'pipeline/pipeline.js',
    measures: 'the whole pipeline (generate, send, judge, redact, write) beside bare undici',
    target: 'at least half of bare undici',
  },
  memory: {
    module: 'pipeline/memory.js',
    measures: 'memory of one process during 1,000,000 exchanges',
    target: 'at most 500 MB',
  },
  start: {
    module: 'start/commands.js',
    measures: 'start-up of each command, and until the first request of a certification',
    target: '`assay --help` within 150 ms, the first request within 1,500 ms',
  },
  page: {
    module: 'reports/page.js',
    measures: 'the report page of 10,000 findings',
  },
  pacing: {
    module: 'limits/pacing.js',
    measures: 'distance of requests from their due time, beside autocannon, k6 and vegeta',
  },
  'false-alarms': {
    module: 'limits/false-alarms.js',
    measures: 'correct limiters that are blamed, and faulty ones that are noticed',
    target: 'none blamed',
  },
  'identification-virtual': {
    module: 'limits/identification-virtual.js',
    measures: 'limiters told apart in virtual time',
    target: 'no limiter taken for another, in 1,000 trials of each of 21 cells: more than an hour',
  },
  'identification-real': {
    module: 'limits/identification-real.js',
    measures: 'limiters of real servers told apart',
    target: 'no limiter taken for another, in 20 trials of each of 21 cells',
  },
  'record-proxies': {
    module: 'record/proxies.js',
    measures: 'what the recorder costs, beside a plain proxy of Node and mitmproxy',
    target: 'at least 10 times mitmproxy, at most 0.5 ms over direct',
  },
  'record-kills': {
    module: 'record/kills.js',
    measures: 'exchanges lost by a recorder that is killed under load',
    target: 'none that was acknowledged',
  },
  'record-reading': {
    module: 'record/reading.js',
    measures: 'reading files of 300 MB',
    target: 'flat memory',
  },
  'record-redaction': {
    module: 'record/redaction.js',
    measures: 'redaction alone',
  },
  'replay-peers': {
    module: 'replay/peers.js',
    measures: 'replay as fast as can be, compared and judged, beside GoReplay and mitmproxy',
    target: 'at least 5 times GoReplay and 20 times mitmproxy',
    because:
      'Each answer is resolved, compared, judged, redacted and written here, in the thread that sends; the peers look at none.',
  },
  'replay-load': {
    module: 'replay/load.js',
    measures: 'a recording as load, beside k6 with the script written of it',
  },
  'replay-memory': {
    module: 'replay/memory.js',
    told: ['10', '300', '1000', '5000'],
    measures: 'memory of a replay by the size of the recording',
    target: '200 MB, whatever the size',
    because: 'From 1 to 5 GB some 7 MB more are kept for each GB; no heap profile has told yet what they are.',
  },
  'replay-timed': {
    module: 'replay/timed.js',
    measures: 'distance of replayed requests from their due time',
  },
};
