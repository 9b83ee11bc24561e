/** Stored objects, with bytes before and after them. */
interface Pieces {
	before: Uint8Array;
	/** In their order, with their size in bytes. */
	stored: readonly { objectKey: string; size: number }[];
	after: Uint8Array;
}

/** Joins stored pieces into one stored file, one in memory at a time; throws if one is missing. @returns its bytes */
export const joinStored = async (
	store: R2Bucket,
	{ before, stored, after }: Pieces,
	{ objectKey, mimetype }: { objectKey: string; mimetype: string },
): Promise<number> => {
	const size = stored.reduce((sum, piece) => sum + piece.size, before.length + after.length);
	// why: the store takes a stream of known length, and refuses one that breaks off before.
	const { readable, writable } = new FixedLengthStream(size);
	const pour = async () => {
		try {
			await write(writable, before);
			for (const piece of stored) {
				const object = await store.get(piece.objectKey);
				if (!object) throw new Error(`${piece.objectKey} is not in the store`);
				await object.body.pipeTo(writable, { preventClose: true });
			}
			await write(writable, after);
			await writable.close();
		} catch (error) {
			await writable.abort(error).catch(() => undefined);
			throw error;
		}
	};
	await Promise.all([pour(), store.put(objectKey, readable, { httpMetadata: { contentType: mimetype } })]);
	return size;
};

const write = async (stream: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> => {
	const writer = stream.getWriter();
	await writer.write(bytes);
	writer.releaseLock();
};
