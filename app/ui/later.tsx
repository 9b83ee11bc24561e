import { Await, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from "react";
import { LinkButton } from "#app/ui/button";
import type { Result } from "#worker/contract/result";
import { problemToast } from "#worker/contract/screen-problems";

/** A part of a page: there, or on its way. */
export type Late<T> = Result<T> | Promise<Result<T>>;

interface LaterProps<T> {
	part: Late<T>;
	/** As large as the part will be. */
	skeleton: ReactNode;
	/** What can be shown without the part, above the error. */
	without?: ReactNode;
	children: (value: T) => ReactNode;
}

/** A part that does not decide its page: streamed behind a skeleton, and with an error of its own where it fails. */
export const Later = <T,>({ part, skeleton, without, children }: LaterProps<T>) => {
	const show = (result: Result<T>) =>
		result.ok ? (
			children(result.value)
		) : (
			<>
				{without}
				<PartFailed message={problemToast(result.problem)} />
			</>
		);
	const held = useHeld(part);
	const isStreamed = useRef(false);
	if (held instanceof Promise) isStreamed.current = true;
	// why: React draws from nothing a boundary that changes before it was reached; a part that is there needs none.
	if (!(isStreamed.current || held instanceof Promise)) return show(held);
	const failed = (
		<>
			{without}
			<PartFailed message="This part could not be loaded." />
		</>
	);
	return (
		<Suspense fallback={skeleton}>
			<Await resolve={held} errorElement={failed}>
				{show}
			</Await>
		</Suspense>
	);
};

interface Arrived<T> {
	part: Late<T>;
	address: string;
	/** Undefined: it failed. */
	result: Result<T> | undefined;
}

/** Returns a part; while it is read again for the same page, what it was before. why: a skeleton would close what is open in it. */
const useHeld = <T,>(part: Late<T>): Late<T> => {
	const { pathname, search } = useLocation();
	const address = pathname + search;
	const [arrived, setArrived] = useState<Arrived<T>>();
	const former = useRef<Arrived<T>>(undefined);
	useEffect(() => {
		if (!(part instanceof Promise)) {
			former.current = { part, address, result: part };
			return;
		}
		let isHere = true;
		const arrive = (result?: Result<T>) => {
			if (!isHere) return;
			former.current = { part, address, result };
			// why a transition: any other update would make React redraw what is still being hydrated.
			startTransition(() => setArrived(former.current));
		};
		part.then(arrive, () => arrive());
		return () => {
			isHere = false;
		};
	}, [part, address]);
	if (!(part instanceof Promise)) return part;
	if (arrived?.part === part) return arrived.result ?? part;
	return (former.current?.address === address && former.current.result) || part;
};

const PartFailed = ({ message }: { message: string }) => {
	const { pathname, search } = useLocation();
	return (
		<div role="alert" className="flex flex-wrap items-center gap-2 text-sm text-text-2">
			{message}
			<LinkButton to={pathname + search} size="small" replace preventScrollReset>
				Try again
			</LinkButton>
		</div>
	);
};

/** The value of a part outside of what is drawn, once it is there. */
export const useArrived = <T,>(part: Late<T>): T | undefined => {
	const [arrived, setArrived] = useState<{ part: Late<T>; result: Result<T> }>();
	useEffect(() => {
		if (!(part instanceof Promise)) return;
		let isHere = true;
		part.then(
			(result) => {
				if (isHere) startTransition(() => setArrived({ part, result }));
			},
			// why nothing: where it is drawn, the error is.
			() => undefined,
		);
		return () => {
			isHere = false;
		};
	}, [part]);
	const result = part instanceof Promise ? (arrived?.part === part ? arrived.result : undefined) : part;
	return result?.ok ? result.value : undefined;
};
