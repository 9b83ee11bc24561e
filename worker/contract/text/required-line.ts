import * as v from "valibot";
import { visibleLine } from "#worker/contract/text/visible-text";

/** One line of text that must not be empty, without what cannot be seen. `missing` and `tooLong` say what to do (§8). */
export const requiredLine = (missing: string, maxLength: number, tooLong: string) =>
	v.pipe(v.string(missing), v.transform(visibleLine), v.minLength(1, missing), v.maxLength(maxLength, tooLong));
