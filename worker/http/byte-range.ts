/** A part of a file: `length` bytes from `offset`. */
export interface ByteRange {
	offset: number;
	length: number;
}

/**
 * Reads what a Range header asks of a file of `size` bytes.
 * @returns "whole" for no header, several ranges or another unit (RFC 9110 lets a server ignore those);
 * "unsatisfiable" for a range that begins behind the end.
 */
export const readByteRange = (header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" => {
	const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
	if (first === "" && last === "") return "whole";
	if (first === "") {
		const length = Math.min(Number(last), size);
		return length === 0 ? "unsatisfiable" : { offset: size - length, length };
	}
	const offset = Number(first);
	const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== "" && Number(last) < offset) return "whole";
	return offset >= size ? "unsatisfiable" : { offset, length: end - offset + 1 };
};
