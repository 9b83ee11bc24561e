import { useFetcher } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import {
	type MutableRefObject,
	type ReactNode,
	useCallback,
	useEffect,
	useMemo,
	useRef,
	useState,
	useSyncExternalStore,
} from "react";
import { may } from "#app/session/may-call";
import { recallInTab, rememberInTab } from "#app/session/tab-memory";
import { type Command, CommandsProvider, hasCommands, useCommands } from "#app/shell/commands";
import { PaletteContext, type PaletteControl } from "#app/shell/palette/palette-context";
import type { PaletteMemory } from "#app/shell/palette/palette-memory";
import { useShell } from "#app/shell/shell-context";
import { useShellCommands } from "#app/shell/use-shell-commands";
import { offeredAction, onToast, showToast, type ToastMessage, toastFetcherKey } from "#app/ui/toast/toast";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

type Opened = { view: "palette"; command?: Command } | { view: "keys" };

/** why: the palette is no part of the first bundle; a browser fetches it when idle, or on first use. */
const load = async () => {
	const [{ PaletteDialog }, { KeySheet }, { PendingKeys }] = await Promise.all([
		import("#app/shell/palette/palette-dialog"),
		import("#app/shell/palette/key-sheet"),
		import("#app/shell/pending-keys"),
	]);
	return { PaletteDialog, KeySheet, PendingKeys };
};
type Surfaces = Awaited<ReturnType<typeof load>>;

const ShellCommands = () => {
	useShellCommands();
	useUndoCommand();
	return null;
};

/** Provides commands, their keys, the palette and the key sheet for everything inside. */
export const PaletteProvider = ({ children }: { children: ReactNode }) => {
	const { orgName } = useShell();
	const [surfaces, setSurfaces] = useState<Surfaces>();
	const [opened, setOpened] = useState<Opened>();
	const [pending, setPending] = useState<readonly string[]>([]);
	const forgetPending = useCallback(() => setPending([]), []);
	const isPalette = useRef(false);
	isPalette.current = opened?.view === "palette";

	const control = useMemo(() => {
		const show = (next: Opened) => {
			setOpened(next);
			// why: without its code (the line is down, a new version is out) the same search is a page.
			load().then(setSurfaces, () => window.location.assign(`/${orgName}/search`));
		};
		return {
			open: () => show({ view: "palette" }),
			toggle: () => (isPalette.current ? setOpened(undefined) : show({ view: "palette" })),
			openKeySheet: () => show({ view: "keys" }),
			// why: a failure here costs nothing, the first use asks again.
			warmUp: () => void load().then(setSurfaces, () => undefined),
			ask: (command: Command) => show({ view: "palette", command }),
		} satisfies PaletteControl & { ask: (command: Command) => void };
	}, [orgName]);

	useWhenIdle(control.warmUp);
	const close = () => setOpened(undefined);
	// why by institution: another one has other applicants.
	const memory = useMemo((): PaletteMemory & { of: string } => ({ of: orgName }), [orgName]);
	const typed = useTypedAhead(opened !== undefined && !surfaces, close);
	return (
		<PaletteContext.Provider value={control}>
			<CommandsProvider onPrompt={control.ask} onPending={setPending}>
				{hasCommands && <ShellCommands />}
				{children}
				{surfaces && opened?.view === "palette" && (
					<surfaces.PaletteDialog command={opened.command} typed={typed} memory={memory} onClose={close} />
				)}
				{surfaces && pending.length > 0 && <surfaces.PendingKeys pressed={pending} onOver={forgetPending} />}
				{surfaces && opened?.view === "keys" && <surfaces.KeySheet onClose={close} />}
			</CommandsProvider>
		</PaletteContext.Provider>
	);
};

const useWhenIdle = (run: () => void) => {
	useEffect(() => {
		// why: Safari has no idle callback.
		if (!("requestIdleCallback" in window)) {
			const timer = setTimeout(run, 2000);
			return () => clearTimeout(timer);
		}
		const handle = requestIdleCallback(run, { timeout: 5000 });
		return () => cancelIdleCallback(handle);
	}, [run]);
};

/** Keeps what is typed while the palette's code loads, so that no letter is lost or runs a command. */
const useTypedAhead = (isWaiting: boolean, onCancel: () => void): MutableRefObject<string> => {
	const typed = useRef("");
	const cancel = useRef(onCancel);
	cancel.current = onCancel;
	// why a layout effect: it ends as the palette's field takes the focus, so that no letter comes between.
	useBrowserLayoutEffect(() => {
		if (!isWaiting) return;
		typed.current = "";
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
			event.preventDefault();
			event.stopPropagation();
			if (event.key === "Escape") cancel.current();
			else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
			else if (event.key.length === 1) typed.current += event.key;
		};
		// why: before anything on the page handles it.
		window.addEventListener("keydown", onKeyDown, { capture: true });
		return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
	}, [isWaiting]);
	return typed;
};

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
const useUndoCommand = (): void => {
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
