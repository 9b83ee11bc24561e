import { env } from "cloudflare:workers";

export interface Recorded {
	sql: string;
	params: unknown[];
}

/** The tests' database, noting every statement that is bound. */
export const recordingDatabase = (recorded: Recorded[]): D1Database =>
	new Proxy(env.DB, {
		get: (target, name) => {
			if (name !== "prepare") {
				const member = Reflect.get(target, name);
				return typeof member === "function" ? member.bind(target) : member;
			}
			return (sql: string) => {
				const statement = target.prepare(sql);
				return new Proxy(statement, {
					get: (inner, key) => {
						if (key === "bind")
							return (...params: unknown[]) => {
								recorded.push({ sql, params });
								return inner.bind(...params);
							};
						const member = Reflect.get(inner, key);
						return typeof member === "function" ? member.bind(inner) : member;
					},
				});
			};
		},
	});
