import type { AppLoadContext } from "@remix-run/cloudflare";
import * as v from "valibot";
import { TaskFile } from "#worker/contract/task-file";
import { getTask } from "#worker/services/tasks/contract";

/** A file that is being made, or was and has not been looked at since: shown wherever the user is (§9 downloads state). */
export interface WatchedDownload {
	id: string;
	status: "STARTED" | "FAILED" | "SUCCESS";
	done: number;
	total: number;
	/** The file's, when it is there. */
	name: string | null;
}

const cookieName = "matricula-downloads";
/** As long as the files are kept: a week. */
const keptSeconds = 604_800;
/** The newest ones. why: each is asked for whenever the frame is drawn. */
const maxWatched = 5;

/** The tasks that this browser watches at the organisation, the newest first. why a cookie: they outlive a reload (§9). */
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

/** The cookie by which a download that has just begun is watched. */
export const watchDownload = (place: Place, id: string): string => {
	const others = readWatched(place.request.headers.get("cookie")).filter((one) => one !== id);
	return writeWatched(place, [id, ...others].slice(0, maxWatched));
};

/** The cookie by which downloads are watched no longer; undefined when none of them was. */
export const dropDownloads = (place: Place, ids: readonly string[]): string | undefined => {
	const watched = readWatched(place.request.headers.get("cookie"));
	const others = watched.filter((id) => !ids.includes(id));
	return others.length === watched.length ? undefined : writeWatched(place, others);
};

/** How the watched downloads stand (§7 GET /tasks/{id}). One that is nobody's, or another's, is left out. */
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
