// Runs in the browser: hydrates an existing page with React and nothing else. Each checkbox has a state.
import { createElement, useState } from "react";
import { hydrateRoot } from "react-dom/client";

const names = {
	class: "className",
	for: "htmlFor",
	tabindex: "tabIndex",
	maxlength: "maxLength",
	autocomplete: "autoComplete",
};
const leftOut = new Set(["style", "value", "checked", "selected", "charset", "xmlns"]);

const propsOf = (element) =>
	Object.fromEntries(
		[...element.attributes]
			.filter(({ name }) => !leftOut.has(name))
			.map(({ name, value }) => [
				names[name] ?? (/^(aria|data)-/.test(name) ? name : name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())),
				value === "" ? true : value,
			]),
	);

const Tick = (props) => {
	const [checked, setChecked] = useState(false);
	return createElement("input", {
		...props,
		checked,
		"aria-checked": checked,
		onChange: ({ target }) => setChecked(target.checked),
	});
};

const toElement = (node, key) => {
	if (node.nodeType === Node.TEXT_NODE) return node.data;
	if (node.nodeType !== Node.ELEMENT_NODE) return null;
	const type = node.localName === "input" && node.type === "checkbox" ? Tick : node.localName;
	// why: a browser without scripts parses its content, a browser with scripts treats it as one text.
	if (type === "noscript") return createElement(type, { key });
	return createElement(type, { ...propsOf(node), key }, ...[...node.childNodes].map(toElement));
};

hydrateRoot(document.body, [...document.body.childNodes].map(toElement));
