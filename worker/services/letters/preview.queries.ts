import type { OrgContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import { drawLetter, readStationery, writeLetter } from "#worker/services/letters/draw-letter";
import type { LetterText } from "#worker/services/letters/letter-document";

/** Returns a letter as it would look if it were made of this text, drawn as letters are. Nothing is kept. */
export const readDrawnLetter = async (ctx: OrgContext, text: LetterText) => {
	const written = await writeLetter(await readStationery(ctx, text.template), text);
	return written.ok ? ok(await drawLetter(written.value)) : written;
};
