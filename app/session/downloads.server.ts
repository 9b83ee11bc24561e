import type { AppLoadContext } from "@remix-run/cloudflare";
import * as v from "valibot";
import { TaskFile } from "#worker/contract/task-file";
import { getTask } from "#worker/services/tasks/contract";

/** A file that is being made, or that is ready and not opened yet: shown on every page (§9 downloads state). */
export interface WatchedDownload {
	id: string;
	status: "STARTED" | "FAILED" | "SUCCESS";
	done: number;
	total: number;
	name: string | null;
}

const cookieName = "matricula-downloads";
/** As long as files are kept: a week. */
const keptSeconds = 604_800;
/** The newest downloads only. why: each one is asked for whenever the frame is drawn. */
const maxWatched = 5;

/** Reads the tasks that this browser watches, newest first. why a cookie: they survive a reload (§9). */
const readWatched = (header: string | null): string[] =>
	(new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]*)`).exec(header ?? "")?.[1] ?? "").split(".").filter(Boolean);

interface Place {
	request: Request;
	orgName: string;
}

const writeWatched = ({ request, orgName }: Place, ids: readonly string[]): string => {
	const isSecure = new URL(request.url).protocol === "https:";
	const age = ids.length > 0 ? keptSeconds : 0;
	return `${cookieName}=${ids.join(".")}; Path=/${orgName}; Max-Age=${age}; SameSite=Lax; HttpOnly${isSecure ? "; Secure" : ""}`;
};

export const watchDownload = (place: Place, id: string): string => {
	const others = readWatched(place.request.headers.get("cookie")).filter((one) => one !== id);
	return writeWatched(place, [id, ...others].slice(0, maxWatched));
};

/** Returns the cookie without these downloads; undefined when none of them was watched. */
export const dropDownloads = (place: Place, ids: readonly string[]): string | undefined => {
	const watched = readWatched(place.request.headers.get("cookie"));
	const others = watched.filter((id) => !ids.includes(id));
	return others.length === watched.length ? undefined : writeWatched(place, others);
};

/** Reads the state of the watched downloads (§7 GET /tasks/{id}), without those that are gone or another user's. */
export const loadWatched = async ({ api }: AppLoadContext, request: Request): Promise<WatchedDownload[]> => {
	const ids = readWatched(request.headers.get("cookie"));
	const tasks = await Promise.all(ids.map((id) => api.call(getTask, { params: { id } })));
	return tasks.flatMap((task) => {
		if (!task.ok) return [];
		const { id, status, done, total, result } = task.value;
		const file = v.safeParse(TaskFile, result);
		return [{ id, status, done, total, name: file.success ? file.output.name : null }];
	});
};
