// Lazy imports name the compiled file (`import('./submit.js')`); under Jest only its source is there.
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return options.defaultResolver(request.slice(0, -'.js'.length), options);
  }
};
