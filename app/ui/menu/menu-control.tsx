import { MenuButton, MenuItem, MenuItems, Menu as MenuRoot } from "@headlessui/react";
import { Fragment } from "react";
import { classNames } from "#app/ui/class-names";
import { useTopLayer } from "#app/ui/dialog/use-top-layer";
import type { MenuProps } from "#app/ui/menu/menu";
import { MenuEntryLine } from "#app/ui/menu/menu-entry";
import { MenuSectionLine, menuPanelClass } from "#app/ui/menu/menu-panel";

/** The menu once its code has loaded: arrow keys, typing ahead, Esc. */
export const MenuControl = ({ button, buttonClassName, label, entries, align = "end", heading }: MenuProps) => {
	const panel = useTopLayer(align);
	return (
		<MenuRoot>
			<MenuButton aria-label={label} title={label} className={buttonClassName}>
				{button}
			</MenuButton>
			<MenuItems ref={panel} modal={false} className={classNames(menuPanelClass(align), "animate-rise")}>
				{heading}
				{entries.map((entry, index) => (
					<Fragment key={entry.id}>
						{entry.section !== undefined && <MenuSectionLine name={entry.section} first={index === 0} />}
						<MenuItem as={MenuEntryLine} entry={entry} disabled={entry.disabled} />
					</Fragment>
				))}
			</MenuItems>
		</MenuRoot>
	);
};
