/** Returns a binding with some members replaced. why a proxy: the runtime's own objects cannot be copied. */
export const replacing = <T extends object>(
	binding: T,
	members: { [K in keyof T]?: (...given: never[]) => unknown },
): T =>
	new Proxy(binding, {
		get: (target, name) => {
			if (Object.hasOwn(members, name)) return Reflect.get(members, name);
			const member: unknown = Reflect.get(target, name);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
