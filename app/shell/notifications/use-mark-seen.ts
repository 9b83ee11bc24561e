import { useFetcher } from "@remix-run/react";
import { useCallback } from "react";
import { type NoticeAnswer, useProblemToast } from "#app/shell/notifications/use-problem-toast";
import { useShell } from "#app/shell/shell-context";

/** Marks new notifications as seen, which resets the bell's count (§4). */
export const useMarkSeen = (): (() => void) => {
	const { orgName, csrf } = useShell();
	const { submit, data } = useFetcher<NoticeAnswer>();
	useProblemToast(data);
	return useCallback(
		() => submit({ csrf, intent: "seen" }, { method: "post", action: `/${orgName}/notices` }),
		[submit, csrf, orgName],
	);
};
