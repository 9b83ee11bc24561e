import * as v from "valibot";
import { TaskFile } from "#worker/contract/task-file";

/** A file that a task made, and where it is stored. */
export const KeptFile = v.object({ ...TaskFile.entries, objectKey: v.string(), mimetype: v.string() });

/** Results that name keys of the file store: the finished file's, or those of its parts. */
const isAboutFiles = v.union([v.object({ objectKey: v.string() }), v.object({ files: v.array(v.unknown()) })]);
const Told = v.object({ ...v.partial(TaskFile).entries, reason: v.optional(v.string()) });

/** Returns a task's result as its user sees it, without keys of the file store. */
export const toldResult = (result: unknown): unknown => (v.is(isAboutFiles, result) ? v.parse(Told, result) : result);
