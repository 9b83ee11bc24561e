import { useFetcher } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { may } from "#app/session/may-call";
import { recallInTab, rememberInTab } from "#app/session/tab-memory";
import { type Command, useCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { offeredAction, onToast, showToast, type ToastMessage, toastFetcherKey } from "#app/ui/toast/toast";

type Offer = NonNullable<ReturnType<typeof offeredAction>>;

/** Reads what the tab remembers from before a reload, if it is valid. */
const recall = (orgName: string): Offer | undefined => {
	try {
		const { title, to, until } = JSON.parse(recallInTab(orgName, "undo") ?? "{}");
		const isOwn = typeof to === "string" && to.startsWith(`/${orgName}/`);
		return isOwn && Number(until) > Date.now()
			? { label: "Undo", title: String(title), to, until, forMs: 0 }
			: undefined;
	} catch {
		return undefined;
	}
};

/** Registers undo by `z` and in the palette, as long as the last change can be undone; shows its result. */
export const useUndoCommand = (): void => {
	const { orgName, csrf } = useShell();
	const fetcher = useFetcher<{ toast: ToastMessage }>({ key: toastFetcherKey });
	const offered = useSyncExternalStore(onToast, offeredAction, () => undefined);
	const [offer, setOffer] = useState<Offer>();
	useEffect(() => {
		if (offered) rememberInTab(orgName, "undo", JSON.stringify(offered));
		setOffer(offered ?? recall(orgName));
	}, [orgName, offered]);
	const answer = fetcher.data;
	useEffect(() => {
		if (!answer) return;
		rememberInTab(orgName, "undo", "{}");
		setOffer(undefined);
		showToast(answer.toast);
	}, [orgName, answer]);
	useEffect(() => {
		if (!offer) return;
		const timer = setTimeout(() => setOffer(undefined), offer.until - Date.now());
		return () => clearTimeout(timer);
	}, [offer]);
	const { submit } = fetcher;
	const commands = useMemo<Command[]>(() => {
		const undo = { id: "undo", group: "Undo", icon: Undo2, keys: ["z"], calls: may.changeApplicants } as const;
		if (!offer)
			return [{ ...undo, title: "Undo the stage change just made", keyOnly: true, disabled: "Nothing to undo" }];
		return [{ ...undo, title: offer.title, run: () => submit({ csrf }, { method: "post", action: offer.to }) }];
	}, [offer, csrf, submit]);
	useCommands(commands);
};
