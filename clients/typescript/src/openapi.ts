export interface paths {
    "/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List live networks
         * @description The affiliate networks that are live and match every filter, 50 on a page.
         */
        get: operations["listNetworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/networks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List live networks
         * @description The affiliate networks that are live and match every filter, 50 on a page.
         */
        get: operations["listNetworksV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a network
         * @description One network by its `id`, also one that is not live.
         */
        get: operations["getNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/networks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a network
         * @description One network by its `id`, also one that is not live.
         */
        get: operations["getNetworkV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/networks-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes of networks
         * @description Keeps a copy of the live networks: begins with all of them, and goes on with what changed, oldest change first, up to 500 in a response. Remove a network with `live` false, which is no longer live or was deleted, and store any other. Follow the `next` address of `Link` until the response is an empty array, keep the last one, and request it again later.
         */
        get: operations["listNetworkChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/networks-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes of networks
         * @description Keeps a copy of the live networks: begins with all of them, and goes on with what changed, oldest change first, up to 500 in a response. Remove a network with `live` false, which is no longer live or was deleted, and store any other. Follow the `next` address of `Link` until the response is an empty array, keep the last one, and request it again later.
         */
        get: operations["listNetworkChangesV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active programs
         * @description The active programs of all networks that match every filter, 50 on a page. A host may have a program in several networks.
         */
        get: operations["listPrograms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List active programs
         * @description The active programs of all networks that match every filter, 50 on a page. A host may have a program in several networks.
         */
        get: operations["listProgramsV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a program
         * @description One program by its `id`, also one that is closed.
         */
        get: operations["getProgram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a program
         * @description One program by its `id`, also one that is closed.
         */
        get: operations["getProgramV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programs-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the programs of a batch of URLs
         * @description The active programs whose `primaryUrl` is the host of one of up to 100 URLs and that match every filter, 50 on a page. It changes nothing and may be repeated at will. POST the same body to the addresses of the `Link` field.
         */
        post: operations["batchPrograms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the programs of a batch of URLs
         * @description The active programs whose `primaryUrl` is the host of one of up to 100 URLs and that match every filter, 50 on a page. It changes nothing and may be repeated at will. POST the same body to the addresses of the `Link` field.
         */
        post: operations["batchProgramsV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programs-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes of programs
         * @description Keeps a copy of the active programs: begins with all of them, and goes on with what changed, oldest change first, up to 500 in a response. Remove a program with `status` false, which has closed or was deleted, and store any other. Follow the `next` address of `Link` until the response is an empty array, keep the last one, and request it again later.
         */
        get: operations["listProgramChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes of programs
         * @description Keeps a copy of the active programs: begins with all of them, and goes on with what changed, oldest change first, up to 500 in a response. Remove a program with `status` false, which has closed or was deleted, and store any other. Follow the `next` address of `Link` until the response is an empty array, keep the last one, and request it again later.
         */
        get: operations["listProgramChangesV1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/programs-match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match URLs one by one
         * @description For each of up to 100 URLs, in their order: the active programs of its host, and the rule that led to them. The strongest rule with a program decides: `host`, then `www`, then `domain`, then `site` where it is asked for. It changes nothing and may be repeated at will.
         */
        post: operations["matchUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/programs-match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match URLs one by one
         * @description For each of up to 100 URLs, in their order: the active programs of its host, and the rule that led to them. The strongest rule with a program decides: `host`, then `www`, then `domain`, then `site` where it is asked for. It changes nothing and may be repeated at will.
         */
        post: operations["matchUrlsV1"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Network: {
            /**
             * @description Internal numeric identifier.
             * @example 1
             */
            id: number;
            /**
             * @description Name of the affiliate network.
             * @example Tallowgate
             */
            name: string;
            /**
             * Format: date-time
             * @description When the network was created.
             * @example 2011-03-07T09:12:44.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last update of the network itself; imports of its programs do not move it.
             * @example 2025-06-18T07:45:10.250Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of the last successful data import; null when there was none.
             * @example 2026-01-31T08:15:30.000Z
             */
            lastSync: string | null;
            /**
             * @description Host name of the network, without scheme.
             * @example www.tallowgate.example
             */
            url: string;
            /**
             * @description Number of active programs in the network.
             * @example 38
             */
            countProgramsActive: number;
            /**
             * @description Maximum length of a sub-identifier that the network allows; null where not known.
             * @example 64
             */
            subIdLength: number | null;
        };
        NetworkV1: {
            /**
             * @description Internal numeric identifier.
             * @example 1
             */
            id: number;
            /**
             * @description Name of the affiliate network.
             * @example Tallowgate
             */
            name: string;
            /**
             * Format: date-time
             * @description When the network was created.
             * @example 2011-03-07T09:12:44.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last update of the network itself; imports of its programs do not move it.
             * @example 2025-06-18T07:45:10.250Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of the last successful data import; null when there was none.
             * @example 2026-01-31T08:15:30.000Z
             */
            lastSync: string | null;
            /**
             * @description Host name of the network, without scheme.
             * @example www.tallowgate.example
             */
            url: string;
            /**
             * @description Number of active programs in the network.
             * @example 38
             */
            countProgramsActive: number;
            /**
             * @description Maximum length of a sub-identifier that the network allows; null where not known.
             * @example 64
             */
            subIdLength: number | null;
            /**
             * @description Postal address of the network; lines are separated by newline characters. Null where not known.
             * @example Tallowgate Ltd
             *     Unit 4, The Chandlery
             *     17 Quayside Row
             *     Bristol BS0 4ZZ
             */
            address: string | null;
            /**
             * @description Two-letter country code of the address; null where not known.
             * @example GB
             */
            addressCountry: string | null;
        };
        ChangedNetwork: {
            /**
             * @description Internal numeric identifier.
             * @example 1
             */
            id: number;
            /**
             * @description Name of the affiliate network.
             * @example Tallowgate
             */
            name: string;
            /**
             * Format: date-time
             * @description When the network was created.
             * @example 2011-03-07T09:12:44.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last update of the network itself; imports of its programs do not move it.
             * @example 2025-06-18T07:45:10.250Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of the last successful data import; null when there was none.
             * @example 2026-01-31T08:15:30.000Z
             */
            lastSync: string | null;
            /**
             * @description Host name of the network, without scheme.
             * @example www.tallowgate.example
             */
            url: string;
            /**
             * @description Number of active programs in the network.
             * @example 38
             */
            countProgramsActive: number;
            /**
             * @description Maximum length of a sub-identifier that the network allows; null where not known.
             * @example 64
             */
            subIdLength: number | null;
            /**
             * @description True: the network is live.
             * @example true
             */
            live: boolean;
        };
        ChangedNetworkV1: {
            /**
             * @description Internal numeric identifier.
             * @example 1
             */
            id: number;
            /**
             * @description Name of the affiliate network.
             * @example Tallowgate
             */
            name: string;
            /**
             * Format: date-time
             * @description When the network was created.
             * @example 2011-03-07T09:12:44.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last update of the network itself; imports of its programs do not move it.
             * @example 2025-06-18T07:45:10.250Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time of the last successful data import; null when there was none.
             * @example 2026-01-31T08:15:30.000Z
             */
            lastSync: string | null;
            /**
             * @description Host name of the network, without scheme.
             * @example www.tallowgate.example
             */
            url: string;
            /**
             * @description Number of active programs in the network.
             * @example 38
             */
            countProgramsActive: number;
            /**
             * @description Maximum length of a sub-identifier that the network allows; null where not known.
             * @example 64
             */
            subIdLength: number | null;
            /**
             * @description Postal address of the network; lines are separated by newline characters. Null where not known.
             * @example Tallowgate Ltd
             *     Unit 4, The Chandlery
             *     17 Quayside Row
             *     Bristol BS0 4ZZ
             */
            address: string | null;
            /**
             * @description Two-letter country code of the address; null where not known.
             * @example GB
             */
            addressCountry: string | null;
            /**
             * @description True: the network is live.
             * @example true
             */
            live: boolean;
        };
        Program: {
            /**
             * @description Program identifier.
             * @example 46
             */
            id: number;
            /**
             * @description Program name.
             * @example Tidewrack Surf
             */
            name: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2015-11-13T14:51:20.125Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last update.
             * @example 2015-11-13T14:51:20.125Z
             */
            updatedAt: string;
            /**
             * @description Identifier of the associated network.
             * @example 1
             */
            networkId: number;
            /**
             * @description Program identifier assigned by the network.
             * @example 1659
             */
            networkProgramId: string;
            /**
             * Format: date
             * @description Unified start date of the program; null where not known.
             * @example 2015-10-08
             */
            dateStarted: string | null;
            /**
             * Format: date
             * @description Date when the program closed; null when it has not closed.
             * @example null
             */
            dateClosed: string | null;
            /**
             * @description Primary website of the program, a host name without scheme. The `url` filter and the batch compare with it.
             * @example tidewrack.example
             */
            primaryUrl: string;
            /**
             * @description URL where affiliates can register for the program; null where not known.
             * @example https://www.tallowgate.example/publishers/join?programme=1659
             */
            registerUrl: string | null;
            /**
             * @description True: the program is active.
             * @example true
             */
            status: boolean;
            /**
             * @description Two-letter country codes where the program is available; empty where not known.
             * @example [
             *       "GB",
             *       "FR",
             *       "ES",
             *       "PT"
             *     ]
             */
            countries: string[];
        };
        ProgramV1: {
            /**
             * @description Program identifier.
             * @example 46
             */
            id: number;
            /**
             * @description Program name.
             * @example Tidewrack Surf
             */
            name: string;
            /**
             * Format: date-time
             * @description Time of creation.
             * @example 2015-11-13T14:51:20.125Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time of the last update.
             * @example 2015-11-13T14:51:20.125Z
             */
            updatedAt: string;
            /**
             * @description Name of the associated network.
             * @example Tallowgate
             */
            networkName: string;
            /**
             * @description Program identifier assigned by the network.
             * @example 1659
             */
            networkProgramId: string;
            /**
             * Format: date
             * @description Unified start date of the program; null where not known.
             * @example 2015-10-08
             */
            dateStarted: string | null;
            /**
             * Format: date
             * @description Date when the program closed; null when it has not closed.
             * @example null
             */
            dateClosed: string | null;
            /**
             * @description Primary website of the program, a host name without scheme. The `url` filter and the batch compare with it.
             * @example tidewrack.example
             */
            primaryUrl: string;
            /**
             * @description URL where affiliates can register for the program; null where not known.
             * @example https://www.tallowgate.example/publishers/join?programme=1659
             */
            registerUrl: string | null;
            /**
             * @description True: the program is active.
             * @example true
             */
            status: boolean;
            /**
             * @description Two-letter country codes where the program is available; empty where not known.
             * @example [
             *       "GB",
             *       "FR",
             *       "ES",
             *       "PT"
             *     ]
             */
            countries: string[];
        };
        Batch: {
            /**
             * @description Host names or URLs. An empty array is no filter: all active programs are listed.
             * @example [
             *       "tidewrack.example",
             *       "https://www.quillstone.example/shop"
             *     ]
             */
            urls: string[];
        };
        Match: {
            /**
             * @description The entry of `urls`, unchanged.
             * @example https://www.tidewrack.example/
             */
            url: string;
            /**
             * @description Its host name, in lower case and ASCII form; null where it has none.
             * @example www.tidewrack.example
             */
            host: string | null;
            /**
             * @description `invalid` for what is no host name.
             * @example matched
             * @enum {string}
             */
            result: "matched" | "unmatched" | "invalid";
            /**
             * @description The rule that decided, null without a match. `host`: `primaryUrl` is the host. `www`: it is the host but for a leading `www.`. `domain`: the host is one of the further domains of the program. `site`: a host above it matches by one of these.
             * @example www
             * @enum {string|null}
             */
            rule: "host" | "www" | "domain" | "site" | null;
            /**
             * @description Number of programs that the rule found.
             * @example 3
             */
            total: number;
            /** @description The first 20 of them: those in a wanted country, then those of unknown countries, then the others; each ordered by `id`. */
            programs: components["schemas"]["Program"][];
        };
        MatchRequest: {
            /**
             * @description Host names or URLs. An empty array gives an empty array.
             * @example [
             *       "tidewrack.example",
             *       "https://quillstone.example/shop",
             *       "tidewrack-surf.example",
             *       "help.tidewrack.example",
             *       "nosuch.example",
             *       "localhost"
             *     ]
             */
            urls: string[];
            /**
             * @description How far a program may be from the host: `host` compares with the host itself, `site` with the hosts above it as well, up to the registrable domain.
             * @default host
             * @example site
             * @enum {string}
             */
            match: "host" | "site";
            /**
             * @description Wanted countries, as ISO 3166-1 alpha-2 codes in any case. Programs that are available in one of them are listed first, then those of which no country is known.
             * @example [
             *       "GB"
             *     ]
             */
            countries?: string[];
        };
        MatchV1: {
            /**
             * @description The entry of `urls`, unchanged.
             * @example https://www.tidewrack.example/
             */
            url: string;
            /**
             * @description Its host name, in lower case and ASCII form; null where it has none.
             * @example www.tidewrack.example
             */
            host: string | null;
            /**
             * @description `invalid` for what is no host name.
             * @example matched
             * @enum {string}
             */
            result: "matched" | "unmatched" | "invalid";
            /**
             * @description The rule that decided, null without a match. `host`: `primaryUrl` is the host. `www`: it is the host but for a leading `www.`. `domain`: the host is one of the further domains of the program. `site`: a host above it matches by one of these.
             * @example www
             * @enum {string|null}
             */
            rule: "host" | "www" | "domain" | "site" | null;
            /**
             * @description Number of programs that the rule found.
             * @example 3
             */
            total: number;
            /** @description The first 20 of them: those in a wanted country, then those of unknown countries, then the others; each ordered by `id`. */
            programs: components["schemas"]["ProgramV1"][];
        };
        Error: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            error: true;
            /** @description What is wrong, for people. */
            message: string;
        };
        BadRequest: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            error: true;
            /** @description What is wrong, for people. */
            message: string;
            /** @description One entry for each problem. */
            details: components["schemas"]["Detail"][];
        };
        Detail: {
            /** @description The query parameter or the field of the body. */
            field: string;
            /** @description What is wrong with it, and what is allowed. */
            message: string;
        };
    };
    responses: {
        /** @description The content has not changed since the `ETag` in `If-None-Match`. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Directory-Version": components["headers"]["Directory-Version"];
                Link: components["headers"]["Link"];
                "X-Total-Count": components["headers"]["X-Total-Count"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A parameter is invalid or unknown. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequest"];
            };
        };
        /** @description A parameter, the body, or a field of the body is invalid or unknown. */
        BadRequestBody: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequest"];
            };
        };
        /** @description The key is missing, unknown, expired or revoked, or its plan has no access to the API. */
        WrongKey: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, unknown, expired or revoked, or its plan has no access to the API; or there are too many URLs. */
        WrongKeyOrTooManyUrls: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no object with this `id`. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The directory no longer has the place, because it was emptied or restored from a backup; or the time is before changes were kept. Start again without parameters, and remove what you do not see then. */
        Gone: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MiB. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not declared as JSON. */
        NotJson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The rate of the plan is used up. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the server. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server is overloaded, or the database is unavailable. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rejected before the request reached the operation, with the status that the example names. */
        OtherError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The `ETag` of a response that you have. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Moves with every change of networks or programs. The same number on the first and the last page means that all pages show one state.
         * @example 1042
         */
        "Directory-Version": number;
        /**
         * @description Addresses of other pages of the same list (RFC 8288): `first`, `last`, and `prev` and `next` where there is such a page. With filters of several kilobytes, only those that fit into 8 kB, `next` before others.
         * @example </networks>; rel="first", </networks>; rel="last"
         */
        Link: string;
        /**
         * @description The number of objects on all pages, from the same state as the page.
         * @example 127
         */
        "X-Total-Count": number;
        /**
         * @description Identifies the content, for `If-None-Match`.
         * @example W/"3Jf0bZ1m8mR9cXQdJ0G8cXo9y2A"
         */
        ETag: string;
        /**
         * @description The `X-Request-Id` of the request if it is valid (at most 128 of `A-Z a-z 0-9 . _ -`), else a generated one.
         * @example k3v9x2ab-0.17
         */
        "X-Request-Id": string;
        /**
         * @description The rate of the plan: `q` requests in `w` seconds. Absent where the plan has no rate.
         * @example "pro-api";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description What remains of the rate: `r` requests for the next `t` seconds. Absent where the plan has no rate.
         * @example "pro-api";r=598;t=42
         */
        RateLimit: string;
        /**
         * @description Seconds to wait before the request is repeated.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description How to authenticate.
         * @example ApiKey
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listNetworks: {
        parameters: {
            query?: {
                /** @description Words: only networks whose name or host has each of them, anywhere. Case, accents and width do not matter. */
                search?: string;
                /** @description Field to order by, ascending; descending with `-` in front. Equal values are ordered by `id`, and null is larger than any value. */
                sort?: "id" | "-id" | "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastSync" | "-lastSync" | "url" | "-url" | "countProgramsActive" | "-countProgramsActive" | "subIdLength" | "-subIdLength";
                /** @description Page number, from 1. Increase it until the response is an empty array. */
                page?: number;
                /** @description Replaces `page` in the addresses of the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; an empty array past the end. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Network"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listNetworksV1: {
        parameters: {
            query?: {
                /** @description Words: only networks whose name or host has each of them, anywhere. Case, accents and width do not matter. */
                search?: string;
                /** @description A two-letter country code: only networks with an address there. `unknown`: networks of which the country is not known. May be repeated: any of the values matches. */
                addressCountry?: string[];
                /** @description Field to order by, ascending; descending with `-` in front. Equal values are ordered by `id`, and null is larger than any value. */
                sort?: "id" | "-id" | "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastSync" | "-lastSync" | "url" | "-url" | "countProgramsActive" | "-countProgramsActive" | "subIdLength" | "-subIdLength" | "addressCountry" | "-addressCountry";
                /** @description Page number, from 1. Increase it until the response is an empty array. */
                page?: number;
                /** @description Replaces `page` in the addresses of the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; an empty array past the end. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkV1"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getNetwork: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Its `id`. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The object. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Network"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getNetworkV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Its `id`. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The object. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkV1"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listNetworkChanges: {
        parameters: {
            query?: {
                /** @description A time (RFC 3339): changes whose commit began then or later, by the clock of the database. Or `now`: no changes yet, only the `Link` to go on from. To keep a copy, keep the `Link` instead. */
                since?: string;
                /** @description Where to go on, from the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes; an empty array when there are none yet. `Link` is where to go on. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedNetwork"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listNetworkChangesV1: {
        parameters: {
            query?: {
                /** @description A time (RFC 3339): changes whose commit began then or later, by the clock of the database. Or `now`: no changes yet, only the `Link` to go on from. To keep a copy, keep the `Link` instead. */
                since?: string;
                /** @description Where to go on, from the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes; an empty array when there are none yet. `Link` is where to go on. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedNetworkV1"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPrograms: {
        parameters: {
            query?: {
                /** @description Words: only programs whose name or host has each of them, anywhere. Case, accents and width do not matter. */
                search?: string;
                /** @description A host name or URL. Only programs whose `primaryUrl` is its host are listed; `www.` in front makes another host. */
                url?: string;
                /** @description A two-letter country code: only programs that are available there. `unknown`: programs of which no country is known. May be repeated: any of the values matches. */
                country?: string[];
                /** @description Only programs of this network. May be repeated: any of the values matches. */
                networkId?: number[];
                /** @description Only programs to which their network assigned exactly this identifier. May be repeated: any of the values matches. */
                networkProgramId?: string[];
                /** @description Field to order by, ascending; descending with `-` in front. Equal values are ordered by `id`, and null is larger than any value. */
                sort?: "id" | "-id" | "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "networkId" | "-networkId" | "networkProgramId" | "-networkProgramId" | "dateStarted" | "-dateStarted" | "dateClosed" | "-dateClosed" | "primaryUrl" | "-primaryUrl";
                /** @description Page number, from 1. Increase it until the response is an empty array. */
                page?: number;
                /** @description Replaces `page` in the addresses of the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; an empty array past the end. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Program"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listProgramsV1: {
        parameters: {
            query?: {
                /** @description Words: only programs whose name or host has each of them, anywhere. Case, accents and width do not matter. */
                search?: string;
                /** @description A host name or URL. Only programs whose `primaryUrl` is its host are listed; `www.` in front makes another host. */
                url?: string;
                /** @description A two-letter country code: only programs that are available there. `unknown`: programs of which no country is known. May be repeated: any of the values matches. */
                country?: string[];
                /** @description Only programs of the network with exactly this name. May be repeated: any of the values matches. */
                networkName?: string[];
                /** @description Only programs to which their network assigned exactly this identifier. May be repeated: any of the values matches. */
                networkProgramId?: string[];
                /** @description Field to order by, ascending; descending with `-` in front. Equal values are ordered by `id`, and null is larger than any value. */
                sort?: "id" | "-id" | "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "networkName" | "-networkName" | "networkProgramId" | "-networkProgramId" | "dateStarted" | "-dateStarted" | "dateClosed" | "-dateClosed" | "primaryUrl" | "-primaryUrl";
                /** @description Page number, from 1. Increase it until the response is an empty array. */
                page?: number;
                /** @description Replaces `page` in the addresses of the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; an empty array past the end. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramV1"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getProgram: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Its `id`. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The object. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Program"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getProgramV1: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Its `id`. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The object. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramV1"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    batchPrograms: {
        parameters: {
            query?: {
                /** @description Words: only programs whose name or host has each of them, anywhere. Case, accents and width do not matter. */
                search?: string;
                /** @description A two-letter country code: only programs that are available there. `unknown`: programs of which no country is known. May be repeated: any of the values matches. */
                country?: string[];
                /** @description Only programs of this network. May be repeated: any of the values matches. */
                networkId?: number[];
                /** @description Only programs to which their network assigned exactly this identifier. May be repeated: any of the values matches. */
                networkProgramId?: string[];
                /** @description Field to order by, ascending; descending with `-` in front. Equal values are ordered by `id`, and null is larger than any value. */
                sort?: "id" | "-id" | "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "networkId" | "-networkId" | "networkProgramId" | "-networkProgramId" | "dateStarted" | "-dateStarted" | "dateClosed" | "-dateClosed" | "primaryUrl" | "-primaryUrl";
                /** @description Page number, from 1. Increase it until the response is an empty array. */
                page?: number;
                /** @description Replaces `page` in the addresses of the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description A page; an empty array past the end. */
            200: {
                headers: {
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Program"][];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["WrongKeyOrTooManyUrls"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    batchProgramsV1: {
        parameters: {
            query?: {
                /** @description Words: only programs whose name or host has each of them, anywhere. Case, accents and width do not matter. */
                search?: string;
                /** @description A two-letter country code: only programs that are available there. `unknown`: programs of which no country is known. May be repeated: any of the values matches. */
                country?: string[];
                /** @description Only programs of the network with exactly this name. May be repeated: any of the values matches. */
                networkName?: string[];
                /** @description Only programs to which their network assigned exactly this identifier. May be repeated: any of the values matches. */
                networkProgramId?: string[];
                /** @description Field to order by, ascending; descending with `-` in front. Equal values are ordered by `id`, and null is larger than any value. */
                sort?: "id" | "-id" | "name" | "-name" | "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "networkName" | "-networkName" | "networkProgramId" | "-networkProgramId" | "dateStarted" | "-dateStarted" | "dateClosed" | "-dateClosed" | "primaryUrl" | "-primaryUrl";
                /** @description Page number, from 1. Increase it until the response is an empty array. */
                page?: number;
                /** @description Replaces `page` in the addresses of the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description A page; an empty array past the end. */
            200: {
                headers: {
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramV1"][];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["WrongKeyOrTooManyUrls"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listProgramChanges: {
        parameters: {
            query?: {
                /** @description A time (RFC 3339): changes whose commit began then or later, by the clock of the database. Or `now`: no changes yet, only the `Link` to go on from. To keep a copy, keep the `Link` instead. */
                since?: string;
                /** @description Where to go on, from the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes; an empty array when there are none yet. `Link` is where to go on. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Program"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listProgramChangesV1: {
        parameters: {
            query?: {
                /** @description A time (RFC 3339): changes whose commit began then or later, by the clock of the database. Or `now`: no changes yet, only the `Link` to go on from. To keep a copy, keep the `Link` instead. */
                since?: string;
                /** @description Where to go on, from the `Link` header. Opaque: take it from there. */
                cursor?: string;
            };
            header?: {
                /** @description The `ETag` of a response that you have. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes; an empty array when there are none yet. `Link` is where to go on. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    Link: components["headers"]["Link"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgramV1"][];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["WrongKey"];
            410: components["responses"]["Gone"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    matchUrls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchRequest"];
            };
        };
        responses: {
            /** @description One element for each entry of `urls`, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Match"][];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["WrongKeyOrTooManyUrls"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    matchUrlsV1: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchRequest"];
            };
        };
        responses: {
            /** @description One element for each entry of `urls`, in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Directory-Version": components["headers"]["Directory-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchV1"][];
                };
            };
            400: components["responses"]["BadRequestBody"];
            401: components["responses"]["WrongKeyOrTooManyUrls"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
}
