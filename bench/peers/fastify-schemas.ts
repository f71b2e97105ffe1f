const SORTS = ['id', 'name', 'createdAt', 'updatedAt', 'networkId', 'networkProgramId', 'primaryUrl'];
const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const moment = { type: 'string', format: 'date-time' };

export const pageQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 2_147_483_647, default: 1 },
    sort: { type: 'string', enum: SORTS.flatMap((sort) => [sort, `-${sort}`]), default: 'id' },
    search: { type: 'string', minLength: 2, maxLength: 100 },
    country: { type: 'array', maxItems: 100, items: { type: 'string', pattern: '^[A-Z]{2}$' } },
  },
};

export const batchBody = {
  type: 'object',
  additionalProperties: false,
  required: ['urls'],
  properties: { urls: { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 2048 } } },
};

export const programsAnswer = {
  200: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        name: text,
        createdAt: moment,
        updatedAt: moment,
        networkId: { type: 'integer' },
        networkProgramId: text,
        dateStarted: textOrNull,
        dateClosed: textOrNull,
        primaryUrl: text,
        registerUrl: textOrNull,
        status: { type: 'boolean' },
        countries: { type: 'array', items: text },
      },
    },
  },
};
