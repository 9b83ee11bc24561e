import * as v from "valibot";

type Variants = Record<string, v.GenericSchema>;
type Entries = { entries?: Record<string, v.GenericSchema> };

/**
 * Returns the schema of a body that is one of several objects; the first required key present decides which. why not
 * a union: its errors say only that no variant fits. Called without a body, it is the union of all.
 */
export const byKey = <V extends Variants>(variants: V) => {
	type Any = v.GenericSchema<v.InferInput<V[keyof V]>, v.InferOutput<V[keyof V]>>;
	const keys = Object.keys(variants);
	const all = v.union(Object.values(variants));
	const known = Object.values(variants).flatMap((variant) => Object.keys((variant as Entries).entries ?? {}));
	const none = v.pipe(
		v.strictObject(Object.fromEntries(known.map((key) => [key, v.optional(v.unknown())]))),
		v.check(() => false, `Send one of ${keys.slice(0, -1).join(", ")} and ${keys.at(-1)}.`),
	);
	return v.lazy((body): Any => {
		if (body === undefined) return all as unknown as Any;
		const key = keys.find((name) => typeof body === "object" && body !== null && Object.hasOwn(body, name));
		return (key === undefined ? none : variants[key]) as unknown as Any;
	});
};
