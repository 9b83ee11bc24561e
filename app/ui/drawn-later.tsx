import { type ComponentType, lazy, Suspense } from "react";

/**
 * A piece that few pages draw, whose code the browser loads with the first of them. The server, which has it, draws
 * it at once; the browser takes that over when the code is here.
 * @param onServer from a `.server` module, so that the browser has none.
 * @param otherwise drawn in the browser when the code cannot come; left out, what the server drew stays.
 */
export const drawnLater = <P extends object>(
	onServer: ComponentType<P> | undefined,
	load: () => Promise<ComponentType<P>>,
	otherwise?: ComponentType<P>,
) => {
	const inBrowser = async () => ({ default: await load().catch(() => otherwise ?? forEver) });
	const Piece = (onServer ?? lazy(inBrowser)) as ComponentType<P>;
	return (props: P) => (
		<Suspense>
			<Piece {...props} />
		</Suspense>
	);
};

const forEver = new Promise<never>(() => {});
