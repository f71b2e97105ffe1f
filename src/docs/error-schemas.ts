const error = { type: 'boolean', enum: [true], description: 'Always true.' };
const message = { type: 'string', description: 'What is wrong, for people.' };

/** The shape of every error, and that of a bad request, which says more. */
export const errorSchemas = {
  Error: {
    type: 'object',
    properties: { error, message },
    required: ['error', 'message'],
  },
  BadRequest: {
    type: 'object',
    properties: {
      error,
      message,
      details: {
        type: 'array',
        description: 'What is wrong, one by one.',
        items: { $ref: '#/components/schemas/Detail' },
      },
    },
    required: ['error', 'message', 'details'],
  },
  Detail: {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'The query parameter or the field of the body.' },
      message: { type: 'string', description: 'What is wrong with it, and what is allowed.' },
    },
    required: ['field', 'message'],
  },
};
