import type { SerializeFrom } from "@remix-run/cloudflare";
import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isUnanswered } from "#app/api/unanswered";
import type { action as saving } from "#app/routes/templates/manage";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";
import type { TemplateDraft } from "#worker/services/templates/drafts.contract";

/** For how long typing is collected before the draft is saved, and after which it is tried again without an answer. */
const collectMs = 1_500;
const retryMs = 10_000;

/**
 * The most bytes that a browser goes on sending when the page is gone; less than the 64 kB of the standard, which all pages
 * of a site share. Of more, the browser asks before the page is closed, while it is saved.
 */
const beaconBytes = 60_000;

/** The buttons with which nothing is left to be saved beside them. */
const saves = ["save", "draft", "undo", "redo", "discard"];

interface DraftOptions {
	formId: string;
	/** Where the form is posted to. */
	action: string;
	/** The draft as the page was loaded with it; null for who may not change it. */
	loaded: TemplateDraft | null;
	/** The answer of the form. */
	answer: SerializeFrom<typeof saving> | undefined;
}

export type DraftState = ReturnType<typeof useDraft>;

/** Saves what is typed in the form of a template as its draft, quietly, while it is typed and when the page is left. */
export const useDraft = ({ formId, action, loaded, answer }: DraftOptions) => {
	const { data, state, submit } = useFetcher<typeof saving>();
	const isKept = loaded !== null;
	// why not the page's own: a notice may load what somebody else has made of it.
	const [{ latest, theirs }, setKept] = useState(() => keptAfter({ latest: loaded, theirs: null }, answer));
	useEffect(() => setKept((kept) => keptAfter(kept, answer)), [answer]);
	useEffect(() => setKept((kept) => keptAfter(kept, data)), [data]);
	const [typed, setTyped] = useState(0);
	const [sent, setSent] = useState(0);
	const isSending = state !== "idle";
	const isRetried = !isSending && isUnanswered(data);
	const isPending = typed !== sent || isRetried;
	const waits = isKept && theirs === null && !isSending && isPending;
	const send = useRef((_isLeaving: boolean) => {});
	send.current = (isLeaving) => {
		const body = bodyOf(formId);
		if (!body) return;
		setSent(typed);
		if (!isLeaving) return submit(body, { method: "post", action });
		const parts = asParameters(body);
		const address = dataOf(action);
		if (navigator.sendBeacon(address, parts)) return;
		// why nothing is said of a failure: the page that could say it is gone.
		fetch(address, { method: "POST", body: parts }).catch(() => undefined);
	};
	const delay = isRetried && typed === sent ? retryMs : collectMs;
	useEffect(() => {
		if (!waits) return;
		const timer = setTimeout(() => send.current(false), delay);
		return () => clearTimeout(timer);
	}, [waits, delay]);
	const isUnsaved = useRef(false);
	isUnsaved.current = isKept && theirs === null && isPending;
	useBrowserLayoutEffect(() => {
		const leave = () => isUnsaved.current && send.current(true);
		const ask = (event: BeforeUnloadEvent) => {
			const body = isUnsaved.current && bodyOf(formId);
			if (!body || asParameters(body).toString().length < beaconBytes) return;
			event.preventDefault();
			send.current(false);
		};
		window.addEventListener("pagehide", leave);
		window.addEventListener("beforeunload", ask);
		return () => {
			window.removeEventListener("pagehide", leave);
			window.removeEventListener("beforeunload", ask);
			// why before the form is taken away: it holds what is sent.
			leave();
		};
	}, [formId]);
	const errors = !isSending && !data?.draft ? Object.values(data?.errors ?? {}).flat() : [];
	return {
		/** As it was kept last. */
		latest,
		/** As somebody else has changed it, so that it is not kept. */
		theirs,
		/** Whether something typed is not kept yet. */
		isPending: isPending || isSending,
		error: errors[0] ?? null,
		/** The version that the form has seen. */
		version: theirs?.version ?? Math.max(latest?.version ?? 0, answer?.meanwhile?.version ?? 0),
		noteTyped: ({ target }: FormEvent) => {
			if (target instanceof HTMLElement && target.matches("[name=name], [name=subject], [name=content]"))
				setTyped((count) => count + 1);
		},
		noteSent: ({ nativeEvent }: FormEvent) => {
			const { submitter } = nativeEvent as SubmitEvent;
			if (submitter instanceof HTMLButtonElement && saves.includes(submitter.value)) setSent(typed);
		},
	};
};

/**
 * Returns the address at which the action answers with its data. why: a page that nobody sees would be drawn otherwise,
 * and the toast that waits for the next page be taken for shown.
 */
const dataOf = (action: string): string => {
	const url = new URL(action, window.location.href);
	url.searchParams.set("_data", "routes/templates/manage");
	return url.href;
};

/** Returns what is typed in the form, to be saved. */
const bodyOf = (formId: string): FormData | undefined => {
	const form = document.getElementById(formId);
	if (!(form instanceof HTMLFormElement)) return undefined;
	const body = new FormData(form);
	body.set("intent", "autosave");
	return body;
};

const asParameters = (body: FormData) => new URLSearchParams([...body].map(([name, text]) => [name, String(text)]));

interface Kept {
	latest: TemplateDraft | null;
	theirs: TemplateDraft | null;
}

/** Returns what is known of a draft after an answer, the last one of all. */
const keptAfter = (kept: Kept, answer: SerializeFrom<typeof saving> | undefined): Kept => {
	if (answer?.draft) return { latest: answer.draft, theirs: null };
	return answer?.draftMeanwhile ? { ...kept, theirs: answer.draftMeanwhile } : kept;
};
