import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import { readByteRange } from "#worker/services/forms/byte-range";
import { findStoredFile } from "#worker/services/forms/queries";

/** A file, or a part of it, on its way from the store. */
export interface OpenFile {
	name: string;
	mimetype: string;
	/** Bytes of the whole file. */
	size: number;
	body: ReadableStream;
	/** Set when only a part was asked for. */
	part?: { offset: number; length: number };
}

/** Opens one attached file of a submission (§7 form data repository). */
export const readAttachment = async (
	ctx: OrgContext,
	which: { id: string; attachmentId: string },
	rangeHeader: string | undefined,
): Promise<Result<OpenFile>> => {
	const stored = await findStoredFile(ctx, which);
	if (!stored) return fail("not_found");
	const { name, mimetype, size, objectKey } = stored;
	const range = readByteRange(rangeHeader, size);
	if (range === "unsatisfiable") return fail("range_unsatisfiable", { details: { size } });
	const object = await ctx.env.FILES.get(objectKey, range === "whole" ? {} : { range });
	if (!object) return fail("not_found");
	const file = { name, mimetype, size: object.size, body: object.body };
	return ok(range === "whole" ? file : { ...file, part: range });
};
