import type { AppLoadContext } from "@remix-run/cloudflare";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";
import { listReasons } from "#worker/services/reasons/contract";

/** Loads the reasons that a comment may begin with; none when they cannot be loaded, as a comment needs none. */
export const offeredReasons = async ({ api }: AppLoadContext): Promise<OfferedReason[]> => {
	const found = await api.call(listReasons, {});
	if (!found.ok) return [];
	return found.value.data.flatMap(({ id, text, isPrivate, active }) => (active ? { id, text, isPrivate } : []));
};

/** Puts the chosen reason before the comment when no script has done so, and returns it. Edits of the reason are kept. */
export const beginWithReason = async (form: FormData, context: AppLoadContext): Promise<OfferedReason | undefined> => {
	const id = form.get("reasonId");
	if (typeof id !== "string" || id === "") {
		form.delete("reasonId");
		return undefined;
	}
	const reason = (await offeredReasons(context)).find((one) => one.id === id);
	const typed = String(form.get("reason") ?? "").trim();
	const isBegun = form.has("begun") ? typed !== "" : typed.startsWith(reason?.text ?? "");
	if (reason && !isBegun) form.set("reason", `${reason.text}\n${typed}`.trim());
	return reason;
};
