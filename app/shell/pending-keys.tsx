import { useEffect } from "react";
import { sequenceMs, useAllCommands } from "#app/shell/commands";
import { keyLabels, useIsMac } from "#app/shell/palette/key-labels";
import { showOverDialogs } from "#app/shell/show-over-dialogs";
import { StageBadge } from "#app/shell/stage-badge";
import { KeyHint } from "#app/ui/key-hint";

interface PendingKeysProps {
	/** The keys of a sequence that were pressed so far. */
	pressed: readonly string[];
	/** They no longer count. */
	onOver: () => void;
}

/** Shows which keys may follow those that were pressed. Who presses them at once does not see it appear. */
export const PendingKeys = ({ pressed, onOver }: PendingKeysProps) => {
	const isMac = useIsMac();
	const commands = useAllCommands().filter(
		({ keys, disabled }) =>
			keys && !disabled && keys.length > pressed.length && pressed.every((key, at) => keys[at] === key),
	);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the time anew.
	useEffect(() => {
		const timer = setTimeout(onOver, sequenceMs);
		return () => clearTimeout(timer);
	}, [pressed, onOver]);
	return (
		<div
			ref={showOverDialogs}
			// why: screen readers have the key sheet, and a second is too short to hear this.
			aria-hidden
			data-pending-keys
			className="fixed inset-x-auto top-auto right-4 bottom-4 z-60 m-0 max-h-[calc(100dvh-2rem)] w-64 animate-appear overflow-hidden rounded-lg border border-line-2 bg-raised px-4 py-2 text-text shadow-float print:hidden"
		>
			{commands.map(({ id, title, keys = [], stage }) => (
				<p key={id} className="flex min-h-8 items-center justify-between gap-3">
					<span className="flex min-w-0 items-center gap-2">
						{title}
						{stage && <StageBadge type={stage.type} name={stage.name} />}
					</span>
					<KeyHint keys={keyLabels(keys.slice(pressed.length), isMac)} />
				</p>
			))}
		</div>
	);
};
