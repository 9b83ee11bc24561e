import { X } from "lucide-react";
import { type Command, commandGroups, useAllCommands } from "#app/shell/commands";
import { keyLabels, useIsMac } from "#app/shell/palette/key-labels";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { highSurface, SurfaceDialog } from "#app/ui/dialog/surface-dialog";
import { IconButton } from "#app/ui/icon-button";
import { KeyHint } from "#app/ui/key-hint";
import { TextLink } from "#app/ui/text-link";

/** Every key of the page, from the registry that handles them. */
export const KeySheet = ({ onClose }: { onClose: () => void }) => {
	const { orgName, preferences } = useShell();
	const commands = useAllCommands().filter(({ keys }) => keys);
	const groups = commandGroups
		.map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
		.filter((one) => one.commands.length > 0);
	return (
		<SurfaceDialog label="Keyboard shortcuts" width={720} className={highSurface} onClose={onClose}>
			<header className="flex items-center gap-3 border-b border-line px-5 py-3">
				<h2 className="flex-1 text-lg">Keyboard shortcuts</h2>
				<IconButton type="button" label="Close" icon={X} size="small" data-autofocus onClick={onClose} />
			</header>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by the keyboard too. */}
			<section tabIndex={0} aria-label="Keys" className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">
				{preferences.keys === "off" && (
					<p className="pt-3 text-text-2">
						Single keys are switched off. They can be switched on in{" "}
						<TextLink to={`/${orgName}/user-profile`} onClick={onClose}>
							My Profile
						</TextLink>
						.
					</p>
				)}
				<div className="gap-x-10 sm:columns-2">
					{groups.map((one) => (
						<KeyGroup key={one.group} {...one} />
					))}
				</div>
			</section>
		</SurfaceDialog>
	);
};

const KeyGroup = ({ group, commands }: { group: string; commands: readonly Command[] }) => {
	const isMac = useIsMac();
	return (
		<section className="break-inside-avoid pt-3.5">
			<h3 className="pb-1 text-sm text-text-3">{group}</h3>
			<dl>
				{commands.map(({ id, title, keys = [], stage }) => (
					<div key={id} className="flex min-h-8 items-center justify-between gap-3 border-b border-line py-1">
						<dt className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
							{title}
							{stage && <StageBadge type={stage.type} name={stage.name} />}
						</dt>
						<dd className="flex shrink-0 gap-1">
							<KeyHint keys={keyLabels(keys, isMac)} />
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
};
