import { type ComponentType, lazy, memo, Suspense } from "react";

/**
 * Returns a component whose code the browser loads when it is first needed; the server draws it at once.
 * @param onServer from a `.server` module, so that the browser has none
 * @param otherwise drawn when the code cannot be loaded; without it, what the server drew stays
 */
export const drawnLater = <P extends object>(
	onServer: ComponentType<P> | undefined,
	load: () => Promise<ComponentType<P>>,
	otherwise?: ComponentType<P>,
) => {
	const inBrowser = async () => ({ default: await load().catch(() => otherwise ?? forEver) });
	const Piece = (onServer ?? lazy(inBrowser)) as ComponentType<P>;
	// why memo: React throws away what the server drew when what is around it is drawn again before the code is there.
	return memo((props: P) => (
		<Suspense>
			<Piece {...props} />
		</Suspense>
	));
};

/**
 * Returns a component for pages without scripts: the browser has no code of it. What is around it leaves it out as soon as it
 * is hydrated.
 * @param onServer from a `.server` module
 */
export const drawnByServer = <P extends object>(onServer: ComponentType<P> | undefined) =>
	drawnLater(onServer, () => forEver);

const forEver = new Promise<never>(() => {});
