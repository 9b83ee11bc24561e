import { Search } from "lucide-react";
import type { MouseEvent } from "react";
import { keyLabel, useIsMac } from "#app/shell/palette/key-labels";
import { usePalette } from "#app/shell/palette/palette-context";
import { useShell } from "#app/shell/shell-context";
import { Glyph } from "#app/ui/glyph";
import { KeyHint } from "#app/ui/key-hint";
import { Link } from "#app/ui/link";
import { useHydrated } from "#app/ui/use-hydrated";

/** Opens the palette; without JavaScript, or in a new tab, leads to the search page. */
export const PaletteButton = () => {
	const { orgName } = useShell();
	const palette = usePalette();
	const isMac = useIsMac();
	const hydrated = useHydrated();
	const onClick = (event: MouseEvent) => {
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
		event.preventDefault();
		palette.open();
	};
	return (
		<Link
			to={`/${orgName}/search`}
			onClick={onClick}
			onPointerEnter={palette.warmUp}
			aria-haspopup={hydrated ? "dialog" : undefined}
			aria-keyshortcuts={hydrated ? "Control+K Meta+K" : undefined}
			className="flex h-8.5 min-w-0 flex-1 items-center gap-2 rounded-md border border-line-2 bg-bg px-2.5 text-text-3 transition-colors hover:border-control sm:max-w-105"
		>
			<Glyph icon={Search} />
			<span className="min-w-0 flex-1 truncate">Search or run a command</span>
			{hydrated && (
				<span aria-hidden className="contents">
					<KeyHint keys={[keyLabel("mod+k", isMac)]} />
				</span>
			)}
		</Link>
	);
};
