/** No dialog lies over the tab. why: a tab that dialogs lie over needs a child for its own address. */
const NoDialog = () => null;
export default NoDialog;
