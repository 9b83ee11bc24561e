import { makeZip, predictLength } from "client-zip";
import type { Env } from "#worker/env";

export interface ZippedFile {
	objectKey: string;
	name: string;
	/** In bytes. */
	size: number;
}

/** Puts stored files into a zip in the store, none in memory as a whole. @returns its size in bytes */
export const zipStoredFiles = async (
	{ env, now }: { env: Pick<Env, "FILES">; now: () => number },
	files: readonly ZippedFile[],
	objectKey: string,
): Promise<number> => {
	const lastModified = new Date(now());
	const size = Number(predictLength(files.map(({ name, size }) => ({ name, size }))));
	async function* opened() {
		for (const file of files) {
			const object = await env.FILES.get(file.objectKey);
			if (!object) throw new Error(`${file.objectKey} is not in the store`);
			yield { name: file.name, input: object.body, size: file.size, lastModified };
		}
	}
	const { readable, writable } = new FixedLengthStream(size);
	await Promise.all([
		makeZip(opened()).pipeTo(writable),
		env.FILES.put(objectKey, readable, { httpMetadata: { contentType: "application/zip" } }),
	]);
	return size;
};
